"""Table of commands that are refused: what provokes each refusal, in memory or over real connections.

A new code needs one more row. A row that `prepare`s its server, or in which root acts, is provoked in memory alone.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from kibitz_protocol.refusals import Code
from tests.server.conftest import InProcessServer
from tests.server.wire import ME, OPEN, engine

PASSWORD = "correct horse battery"
CODE = "CODE"
"""Stands for the code of the match, the study, or the last tournament or lesson, in the fields of a command."""
SEATS = [ME, OPEN]
SLOW = {"algorithm": "alphabeta", "limit": {"seconds": 5}}

Step = tuple[str, str, dict[str, Any]]
"""Who sends which command with which fields."""


class Row(NamedTuple):
    """A command that is refused.

    Args:
        early: Steps before there is a match.
        match: Fields of the match that Ann creates; None if there is no match.
        joined: Whether Bob takes the other seat.
        before: Steps before the refused command.
        prepare: Changes a server in memory, which has the match with this code, before the refused command.
    """

    who: str
    t: str
    fields: dict[str, Any]
    early: tuple[Step, ...] = ()
    match: dict[str, Any] | None = None
    joined: bool = False
    before: tuple[Step, ...] = ()
    prepare: Callable[[InProcessServer, str], object] | None = None


class Stage(Protocol):
    """Clients of one server, by name. Each one connects with its first command."""

    async def begin(self, who: str, t: str, fields: Mapping[str, Any]) -> str:
        """Send a command, and return its id."""

    async def answer(self, who: str, id: str) -> Any:
        """Return the answer to the last command with this id."""


async def provoke(stage: Stage, row: Row, server: InProcessServer | None = None) -> Any:
    """Return the answer to the command of a row."""
    code = ""

    async def ask(who: str, t: str, fields: Mapping[str, Any]) -> Any:
        used = json.loads(json.dumps(fields).replace(CODE, code))
        return await stage.answer(who, await stage.begin(who, t, used))

    async def accepted(who: str, t: str, fields: Mapping[str, Any]) -> Any:
        answer = await ask(who, t, fields)
        assert answer.t == "accepted", answer
        return answer.result

    for step in row.early:
        result = await accepted(*step)
        if step[1] == "tournament":
            code = result.code
        elif step[1] == "make_lesson":
            code = result.lesson.lesson
        elif step[1] == "create_study":
            code = result.study
    if row.match is not None:
        code = (await accepted("ann", "create", {"game": "tictactoe", "seats": SEATS, **row.match})).code
    if row.joined:
        await accepted("bob", "join", {"match": code})
    for who, t, fields in row.before:
        if t == "hint":  # its search goes on
            await stage.begin(who, t, {**fields, "match": code})
        else:
            await accepted(who, t, fields)
    if row.prepare is not None:
        assert server is not None
        row.prepare(server, code)
    return await ask(row.who, row.t, row.fields)


def alone(t: str, *, early: tuple[Step, ...] = (), **more: Any) -> Row:
    """Return a row without a match: `more` are fields, and perhaps `who` and `prepare`."""
    return Row(more.pop("who", "ann"), t, more, early, prepare=more.pop("prepare", None))


def hosted(t: str, *, match: Mapping[str, Any] | None = None, joined: bool = False, **more: Any) -> Row:
    """Return a row with a match whose second seat is open: `more` are fields, and perhaps other parts of the row."""
    parts = {name: more.pop(name) for name in ("early", "before", "prepare") if name in more}
    who = more.pop("who", "ann")
    return Row(who, t, {"match": CODE, **more}, match=dict(match or {}), joined=joined, **parts)


def running(t: str, **more: Any) -> Row:
    """Return a row with a match of Ann and Bob, in which Ann is to move."""
    return hosted(t, joined=True, **more)


def create(**fields: Any) -> Row:
    """Return a row that creates a match of Tic-tac-toe with these changes."""
    return alone("create", **{"game": "tictactoe", "seats": SEATS, **fields})


def register(who: str, name: str) -> Step:
    """Return the step by which a guest becomes an account."""
    return who, "register", {"name": name, "password": PASSWORD}


def root(kind: str, **fields: Any) -> Step:
    """Return a step that only an admin may do."""
    return "root", "admin", {"action": {"kind": kind, **fields}}


def tournament(kind: str, **fields: Any) -> dict[str, Any]:
    """Return the fields of the command `tournament` with an action, on the tournament made before."""
    return {"do": {"kind": kind, "tournament": CODE, **fields}}


def announced(who: str, name: str, format: str = "knockout", **fields: Any) -> tuple[Step, ...]:
    """Return the steps by which a guest becomes an account and creates a tournament."""
    terms = {"game": "tictactoe", "format": format, **fields.pop("terms", {})}
    asked = {"do": {"kind": "create", "name": "Friday", "terms": terms, **fields}}
    return register(who, name), (who, "tournament", asked)


def entered(who: str) -> Step:
    """Return the step by which a player enters."""
    return who, "tournament", tournament("enter")


def started(who: str) -> Step:
    """Return the step by which the organiser starts the tournament."""
    return who, "tournament", tournament("start")


def _break(server: InProcessServer, code: str) -> None:
    """Leave a match without its seats, which no command can do."""
    del server.match(code).seats


def _let_store_fail(server: InProcessServer, _code: str) -> None:
    server.store.healthy = False


OFFER, MOVE = (
    ("ann", "offer", {"match": CODE, "offer": "draw"}),
    ("ann", "move", {"match": CODE, "ply": 0, "move": "b2"}),
)
ROWS: dict[Code, Row] = {
    Code.ID_REUSED: hosted(
        "chat", id="same", text="good bye", before=(("ann", "chat", {"match": CODE, "id": "same", "text": "hello"}),)
    ),
    # -- creating a match
    Code.UNKNOWN_GAME: create(game="nosuch"),
    Code.BAD_OPTION: create(game="mnk", options={"columns": 99}),
    Code.BAD_POSITION: create(position="XXX"),
    Code.BAD_MOVES: create(moves=["b2", "b2"]),
    Code.BAD_SEATS: create(seats=[ME]),
    Code.CANNOT_RATE: create(rated=True, moves=["b2"]),
    Code.UNKNOWN_ENGINE: create(seats=[ME, engine("nosuch")]),
    Code.UNFIT_ENGINE: create(game="kuhn", seats=[ME, engine("alphabeta")]),
    Code.DRAINING: create(prepare=lambda server, _code: server.runtime.drain()),
    # -- joining and watching
    Code.UNKNOWN_MATCH: alone("watch", match="NOSUCH"),
    Code.BAD_CURSOR: alone("archive", cursor="page two"),
    Code.BAD_TREE: alone("explain", of={"kind": "leaves", "tree": "[3, []]"}),
    Code.TREE_TOO_LARGE: alone("explain", of={"kind": "game", "game": "connect4"}, algorithm="minimax", depth=9),
    Code.WRONG_KEY: hosted("watch", who="bob", key="not-the-key", match={"visibility": "private"}),
    Code.NO_WATCHERS: hosted("watch", who="eve", match={"watchable": False}),
    Code.NO_HELP: Row(
        "ann",
        "explain",
        {"of": {"kind": "match", "match": CODE}},
        early=(register("ann", "annika"),),
        match={"rated": True},
    ),
    Code.MATCH_FULL: running("join", who="eve", match={"autostart": False}),
    Code.SEAT_TAKEN: hosted("join", who="bob", seat=0),
    Code.SEAT_KEPT: hosted(
        "join", who="eve", early=(("mia", "ping", {}),), match={"seats": [ME, {"kind": "invite", "name": "mia"}]}
    ),
    Code.ALREADY_SEATED: hosted("join"),
    Code.NOT_HOST: running("start", who="bob", match={"autostart": False}),
    Code.NO_CHANCE: hosted("give_client_seed", client_seed="ann-3_x9"),
    Code.NO_BERSERK: running("go_berserk"),
    Code.SEATS_EMPTY: hosted("start", match={"autostart": False}),
    Code.NOT_OPEN: running("start"),
    Code.NOT_CLAIMABLE: running("claim"),
    Code.NOT_RUNNING: hosted("move", ply=0, move="b2"),
    # -- playing
    Code.NOT_SEATED: running("move", who="eve", ply=0, move="b2"),
    Code.NOT_YOUR_TURN: running("move", who="bob", ply=0, move="b2"),
    Code.STALE_PLY: running("move", ply=4, move="b2"),
    Code.ILLEGAL_MOVE: running("move", ply=0, move="z9"),
    Code.NOT_WATCHING: hosted("chat", who="eve", text="hello"),
    Code.CHAT_OFF: hosted("chat", text="hello", match={"chat": False}),
    Code.TOO_MANY: running(
        "hint", engine=SLOW, match={"game": "connect4", "help": True}, before=(("ann", "hint", {"engine": SLOW}),)
    ),
    Code.INTERNAL: hosted("resign", prepare=_break),
    Code.NOT_SAVED: hosted("resign", prepare=_let_store_fail),
    # -- offers
    Code.PLAYING: Row(
        "ann",
        "seek",
        {"game": "nim"},
        match={"clock": {"kind": "fischer", "base_s": 300, "increment_s": 3}},
        joined=True,
    ),
    Code.NO_FEED: alone("tell_turns"),  # the server has no broker
    Code.NO_ALERTS: alone("alerts", do={"kind": "mail", "address": "ann@example.org"}),  # the server has no mail server
    Code.UNKNOWN_CHANNEL: alone("alerts", do={"kind": "try", "channel": "none"}),
    Code.NO_OFFER: running("accept", who="bob", before=(OFFER, MOVE)),  # the move has ended the offer
    Code.OFFER_OPEN: running("offer", offer="draw", before=(OFFER,)),
    Code.TOO_SOON: running("offer", offer="draw", before=(OFFER, ("bob", "decline", {"match": CODE}))),
    Code.NO_MOVE: running("offer", offer="takeback"),
    Code.NOT_PAUSED: running("offer", offer="resume"),
    Code.NO_ANALYSIS: hosted("analyse", before=(("ann", "resign", {"match": CODE}),)),
    Code.NOT_OVER: running("offer", offer="rematch"),
    # -- names and accounts
    Code.BAD_NAME: alone("rename", name="server"),
    Code.NAME_TAKEN: alone("rename", who="bob", name="NameSake", early=(register("ann", "namesake"),)),
    Code.BAD_PASSWORD: alone("register", name="careless", password="1234"),
    Code.WRONG_PASSWORD: alone(
        "login", who="eve", name="owner", password="mistaken", early=(register("ann", "owner"),)
    ),
    Code.ALREADY_ACCOUNT: alone("register", name="again", password=PASSWORD, early=(register("ann", "settled"),)),
    Code.NOT_ACCOUNT: alone("make_bot", name="guestbot"),
    Code.UNKNOWN_SESSION: alone("revoke", session="no-such-session", early=(register("ann", "keeper"),)),
    # -- tournaments
    Code.UNKNOWN_PUZZLE: alone("show_puzzle", puzzle="nosuch"),
    Code.UNKNOWN_LESSON: alone("open_lesson", lesson="NOSUCH"),
    Code.NOT_TEACHER: alone(
        "delete_lesson", who="bob", lesson=CODE, early=(("ann", "make_lesson", {"name": "Forks"}),)
    ),
    Code.BAD_TASK: alone("make_lesson", name="Forks", step="/archive"),
    Code.UNKNOWN_STUDY: alone("show_study", study="NOSUCH"),
    Code.STUDY_CHANGED: alone(
        "save_study",
        early=(("ann", "create_study", {"title": "Ends", "of": {"kind": "game", "game": "tictactoe"}}),),
        study=CODE,
        version=9,
        title="Ends",
        tree={},
    ),
    Code.UNKNOWN_TOURNAMENT: alone("tournament", do={"kind": "show", "tournament": "T-NOSUCH"}),
    Code.NOT_ORGANISER: alone("tournament", who="bob", early=announced("ann", "organise1"), **tournament("start")),
    Code.ENTRY_CLOSED: alone(
        "tournament",
        who="eve",
        early=(
            *announced("ann", "organise2"),
            entered("ann"),
            entered("bob"),
            started("ann"),
        ),
        **tournament("enter"),
    ),
    Code.NOT_ENTERED: alone("tournament", who="bob", early=announced("ann", "organise3"), **tournament("leave")),
    Code.ALREADY_ENTERED: alone(
        "tournament", who="bob", early=(*announced("ann", "organise4"), entered("bob")), **tournament("enter")
    ),
    Code.TOURNAMENT_FULL: alone(
        "tournament",
        who="eve",
        early=(*announced("ann", "organise5", terms={"most_entrants": 2}), entered("ann"), entered("bob")),
        **tournament("enter"),
    ),
    Code.BAD_FORMAT: alone(
        "tournament",
        do={"kind": "create", "name": "Friday", "terms": {"game": "tictactoe", "format": "match", "rounds": 3}},
    ),
    Code.NO_PAIRING: alone("tournament", early=announced("ann", "organise6"), **tournament("start")),
    Code.ALREADY_PAIRED: alone(
        "tournament",
        early=(
            *announced("ann", "organise7", "ladder"),
            entered("ann"),
            entered("bob"),
            started("ann"),
            ("bob", "tournament", tournament("challenge", entrant="organise7")),
        ),
        who="bob",
        **tournament("challenge", entrant="organise7"),
    ),
    # -- moderation
    Code.NOT_ALLOWED: alone("admin", action={"kind": "players"}),
    Code.UNKNOWN_PLAYER: Row(*root("mute", player="nobody-of-that-name")),
    Code.UNKNOWN_SANCTION: Row(*root("unban", target="nobody-of-that-name")),
    Code.MUTED: hosted("chat", text="HELLO", before=(root("mute", player="ann", reason="shouting"),)),
}
ON_CONNECTIONS = {
    Code.BAD_MESSAGE: "net/test_server.py",
    Code.UNKNOWN_TYPE: "net/test_server.py",
    Code.WRONG_VERSION: "net/test_server.py",
    Code.HELLO_FIRST: "net/test_server.py",
    Code.UNKNOWN_TOKEN: "net/test_server.py",
    Code.BANNED: "handlers/test_accounts_wire.py",
    Code.BUSY: "net/test_server.py",
    Code.ENGINE_BUDGET: "net/test_server.py",
}
"""Refusals of connections and of their limits, with the tests that provoke them, below tests/server."""
