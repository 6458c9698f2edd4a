"""Two servers that differ only in what a viewer may not know send the same bytes to the viewer.

The viewer sends every command of the protocol, follows lobby, chat and TV, and reads the MQTT feed and the pages.
"""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import pytest

from kibitz_protocol import to_server
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.net.pages.texts import invitation_page
from tests.fakes.server import RecordingConnection, found, settle
from tests.server.conftest import ENGINE, FakeClient, InProcessServer
from tests.server.mqtt.test_feed import Recorder

pytestmark = pytest.mark.usefixtures("games_with_chance")

ME, OPEN = {"kind": "me"}, {"kind": "open"}

OF_MATCH: dict[str, Any] = {"kind": "match", "match": "{code}"}
OF_GAME: dict[str, Any] = {"kind": "game", "game": "tictactoe", "options": {}, "moves": []}
OFFERS = ("draw", "takeback", "pause", "resume", "adjourn", "abort", "rematch")
EXPLAIN: list[dict[str, Any]] = [
    *({"of": {**OF_MATCH, "ply": ply}, "algorithm": "minimax", "depth": 1} for ply in (None, *range(7))),
    {"of": {**OF_MATCH, "match": "tv"}, "algorithm": "textbook", "depth": 1},
]
COMMANDS: dict[str, list[dict[str, Any]]] = {
    "ping": [],  # answers with the time only
    "games": [{}],
    "list": [{}, {"follow": True}, {"player": "ann"}, {"free": True}, {"phase": "open"}, {"phase": "live"}],
    "lobby_chat": [{}],
    "lobby_say": [{"text": "hello"}],
    "watch": [
        {"match": "{code}"},
        {"match": "{code}", "preview": True},
        {"match": "tv"},
        *({"match": "{code}", "since": seq} for seq in range(12)),
    ],
    "unwatch": [{"match": "{code}"}],
    "open_file": [{"form": "pgn", "data": "MS4gZTQgKgo="}],  # of the client alone
    "export": [{"match": "{code}", "form": form} for form in ("record", "pgn")],
    "record": [{"match": "{code}"}, {"match": "{code}", "since": 3}, {"match": "{code}", "since": 9}],
    "explain": EXPLAIN,
    "explore": [{"of": OF_MATCH}, {"of": OF_GAME}],
    "evaluate": [{"of": {**OF_GAME, "moves": ["b2"]}}],
    "analyse": [{"match": "{code}"}],
    "archive": [{}, {"player": "ann"}],
    "ratings": [{}, {"player": "ann"}],
    "series": [{"match": "{code}"}],
    "watchers": [{"match": "{code}"}],
    "create": [{"game": "nim", "seats": [{"kind": "invite", "name": "ann"}, OPEN]}],
    "join": [{"match": "{code}"}, {"match": "{code}", "seat": 1}, {"match": "tv"}],
    "start": [{"match": "{code}"}],
    "give_client_seed": [{"match": "{code}", "client_seed": "eve-3_x9"}],
    "set_pace": [{"match": "{code}", "engine_pace_s": 2}, {"match": "{code}", "step_at": 0}],
    "go_berserk": [{"match": "{code}"}],
    "move": [{"match": "{code}", "ply": ply, "move": "c3"} for ply in range(7)],
    "resign": [{"match": "{code}"}],
    "offer": [{"match": "{code}", "offer": kind} for kind in OFFERS],
    "accept": [{"match": "{code}"}, {"match": "{code}", "offer": "draw"}, {"match": "{code}", "offer": "takeback"}],
    "decline": [{"match": "{code}"}, {"match": "{code}", "offer": "draw"}],
    "withdraw": [{"match": "{code}"}, {"match": "{code}", "offer": "draw"}],
    "claim": [{"match": "{code}"}, {"match": "{code}", "result": "draw"}],
    "hint": [{"match": "{code}"}],
    "tell_turns": [{"on": True}],
    "alerts": [{"do": {"kind": "show"}}, {"do": {"kind": "away", "away": True}}],
    "next_puzzle": [],  # chosen by chance among puzzles of finished matches
    "show_puzzle": [{"puzzle": "0a1b2c3d4e5f"}],
    "daily_puzzle": [{"game": "tictactoe"}],
    "answer_puzzle": [{"puzzle": "0a1b2c3d4e5f", "moves": ["b2"]}],
    "help_puzzle": [{"puzzle": "0a1b2c3d4e5f", "moves": [], "what": "hint"}],
    "puzzle_attempts": [{}],
    "make_lesson": [],  # its code is chosen by chance
    "list_lessons": [{}],
    "show_lesson": [{"lesson": "NOSUCH"}],
    "join_lesson": [{"lesson": "NOSUCH", "name": "Ann"}],
    "open_lesson": [{"lesson": "NOSUCH"}],
    "leave_lesson": [{"lesson": "NOSUCH"}],
    "show_task": [{"lesson": "NOSUCH", "task": 1}],
    "answer_task": [{"lesson": "NOSUCH", "task": 1, "answer": ["c3"]}],
    "lesson_results": [{"lesson": "NOSUCH"}],
    "drive_lesson": [{"lesson": "NOSUCH", "step": "1"}],
    "delete_lesson": [{"lesson": "NOSUCH"}],
    "create_study": [{"title": "Ends", "of": OF_MATCH}],  # refused before the end: a new study has a code of its own
    "show_study": [{"study": "NOSUCH"}],
    "save_study": [{"study": "NOSUCH", "version": 1, "title": "Ends", "tree": {}}],
    "list_studies": [{}, {"whose": "listed"}],
    "delete_study": [{"study": "NOSUCH"}],
    "export_study": [{"study": "NOSUCH", "form": "record"}],
    "chat": [{"match": "{code}", "text": "hello"}],
    "mute": [{"name": "ann", "on": True}, {"name": "ann", "on": False}],
    "seek": [{"game": "nim"}],
    "unseek": [{}],
    "register": [{"name": "ann", "password": "12"}],
    "login": [{"name": "ann", "password": "wrong horse"}],
    "logout": [{}],
    "sessions": [{}],
    "revoke": [{"session": "other"}, {"session": None}],
    "change_password": [{"old": "wrong horse", "new": "battery staple"}],
    "rename": [{"name": "eva"}],
    "make_bot": [{"name": "evabot"}],
    "bots": [{}],
    "renew_bot": [{"bot": "evabot"}],
    "revoke_bot": [{"bot": "evabot"}],
    "tournament": [
        {"do": {"kind": "list"}},
        *(
            {"do": {"kind": kind, "tournament": "{code}"}}
            for kind in ("show", "games", "rounds", "crosstable", "statistics", "export", "enter", "leave", "start")
        ),
        {"do": {"kind": "show", "tournament": "{code}", "key": "not-the-key", "follow": True}},
        {"do": {"kind": "why", "tournament": "{code}", "entrant": "ann"}},
    ],
    "admin": [{"action": {"kind": kind}} for kind in ("matches", "players", "connections", "sanctions")],
}
"""What the viewer sends of each command."""


class RawConnection(RecordingConnection):
    """Connection that also keeps the bytes of its messages."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sent: list[bytes] = []

    def send(self, letter: OutgoingMessage) -> None:
        super().send(letter)
        self.sent.append(letter.data)


class World:
    """A server with two players, `ann` and `bob`, the viewer `eve`, and a broker without access control."""

    def __init__(self) -> None:
        self.server = InProcessServer(make_sink=BrokerFeed, wall_clock=lambda: 1_800_000_000.0)
        self.broker = Recorder(self.server)
        self.broker.feed.open()
        self.ann, self.bob = (self.server.connect(name, account=True) for name in ("ann", "bob"))
        self.connection = RawConnection("eve")
        self.eve = FakeClient(self.server, self.connection)
        self.server.runtime.clients.arrive(self.connection)

    def match(self, **fields: Any) -> str:
        """Return the code of a new match of both players."""
        code = self.ann.host(id="m", **fields)
        assert self.bob.ask("join", match=code).t == "accepted"
        return code

    def play(self, code: str, *moves: str, first: int = 0) -> None:
        """Play moves in turn."""
        for ply, move in enumerate(moves, first):
            answer = (self.ann, self.bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
            assert answer.t == "accepted", answer

    def delayed(self, *moves: str) -> str:
        """Return the code of a new match with a delay of 30 s, in which spectators see these moves."""
        code = self.match(delay={"seconds": 30})
        self.play(code, *moves)
        self.server.scheduler.advance(40)
        return code

    async def settle(self) -> None:
        """Wait until all commands are answered."""
        self.server.store.commit()
        await self.server.runtime.background.settled()
        await self.server.people.settled()
        self.server.store.commit()

    def page(self, code: str) -> str:
        """Return the page that shows how to join a match."""
        rooms = self.server.runtime.rooms
        page = invitation_page(f"/{code}", "https://host", known=lambda found: rooms.find(found) is not None)
        return repr(page)


Secret = Callable[[World, bool], Awaitable[str]]
"""Make a world with or without the secret, and return the code that the viewer knows."""


def tournament(client: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action of the command `tournament` that is accepted, and return its result."""
    answer = client.ask("tournament", do={"kind": kind, **fields})
    assert answer.t == "accepted", answer
    return answer.result


def private_tournament(world: World) -> tuple[str, str]:
    """Return code and key of a new private tournament."""
    terms = {"format": "round-robin", "game": "nim", "private": True}
    made = tournament(world.ann, "create", name="Friday", terms=terms)
    return made.code, made.key


async def a_private_tournament(world: World, secret: bool) -> str:
    """The entrants, the games and the results of a private tournament."""
    code, key = private_tournament(world)
    if secret:
        for player in (world.ann, world.bob):
            tournament(player, "enter", tournament=code, key=key)
        tournament(world.ann, "start", tournament=code)
        tournament(world.ann, "result", tournament=code, game=1, result="1-0", reason="agreed")
    return code


async def a_tournament_that_is_private(world: World, secret: bool) -> str:
    """Whether there is a private tournament at all, beside one of which the viewer knows."""
    if secret:
        private_tournament(world)
    return str(tournament(world.ann, "create", name="Open", terms={"format": "swiss", "game": "nim"}).code)


async def a_delayed_tournament_game(world: World, secret: bool) -> str:
    """The last moves of a game of a tournament, which a delay in moves still holds back."""
    terms = {"format": "match", "game": "tictactoe", "games": 2, "delay": {"moves": 2}}
    code = str(tournament(world.ann, "create", name="Friday", terms=terms).code)
    for player in (world.ann, world.bob):
        tournament(player, "enter", tournament=code)
    tournament(world.ann, "start", tournament=code)
    game = next(room.match for room in world.server.runtime.rooms.all)
    first = game.seat_of(world.ann.connection.player.id)
    players = (world.ann, world.bob) if first == 0 else (world.bob, world.ann)
    for ply, move in enumerate(("b2", "a1", *(("a2", "c2") if secret else ("a3", "c1")))):
        assert players[ply % 2].ask("move", match=game.created.code, ply=ply, move=move).t == "accepted"
    return code


async def later_moves(world: World, secret: bool) -> str:
    """Moves that a delay in seconds still holds back."""
    code = world.delayed("b2", "a1")
    if secret:
        world.play(code, "a2", "c2", first=2)
    return code


async def other_moves(world: World, secret: bool) -> str:
    """The last moves, which a delay in moves still holds back."""
    code = world.match(delay={"moves": 2})
    world.play(code, "b2", "a1", *(("a2", "c2") if secret else ("a3", "c1")))
    return code


async def a_pause(world: World, secret: bool) -> str:
    """A pause that a delay still holds back."""
    code = world.delayed("b2", "a1")
    if secret:
        world.ann.ask("offer", match=code, offer="pause")
        world.bob.ask("accept", match=code)
    return code


async def an_offer(world: World, secret: bool) -> str:
    """An offer that a delay still holds back."""
    code = world.delayed("b2", "a1")
    if secret:
        world.bob.ask("offer", match=code, offer="draw")
    return code


async def a_takeback(world: World, secret: bool) -> str:
    """A move that was taken back, which a delay still holds back."""
    code = world.delayed("b2", "a1")
    if secret:
        world.bob.ask("offer", match=code, offer="takeback")
        assert world.ann.ask("accept", match=code).t == "accepted"
    return code


async def a_match_between_others(world: World, secret: bool) -> str:
    """A pause of a delayed match whose host is the viewer, who does not play."""
    seats = [{"kind": "invite", "name": name} for name in ("ann", "bob")]
    code = world.eve.host(id="m", seats=seats, delay={"seconds": 30})
    for player in (world.ann, world.bob):
        assert player.ask("join", match=code).t == "accepted"
    world.play(code, "b2", "a1")
    world.server.scheduler.advance(40)
    if secret:
        world.ann.ask("offer", match=code, offer="pause")
        assert world.bob.ask("accept", match=code).t == "accepted"
    return code


async def a_start(world: World, secret: bool) -> str:
    """The start of a rated match, which a delay still holds back."""
    code = world.match(delay={"seconds": 30}, autostart=False, rated=True)
    if secret:
        assert world.ann.ask("start", match=code).t == "accepted"
    return code


async def moves_in_time(world: World, secret: bool) -> str:
    """A move within the time after which TV leaves an idle match, and which a delay still holds back."""
    code = world.match(delay={"seconds": 200})
    world.play(code, "b2")
    world.server.scheduler.advance(210)
    if secret:
        world.play(code, "a1", first=1)
    world.server.scheduler.advance(100)
    return code


async def chat_of_players(world: World, secret: bool) -> str:
    """Chat of the players that a delay still holds back."""
    code = world.delayed("b2")
    if secret:
        world.ann.ask("chat", match=code, text="I lose")
    return code


async def a_private_match(world: World, secret: bool) -> str:
    """Private matches whose codes the viewer does not know: a series, with a kept seat, and of engines."""
    if secret:
        code = world.ann.host("connect4", id="p", visibility="private", series=2)
        world.ann.ask("chat", match=code, text="hello")
        world.ann.host("connect4", id="q", visibility="private", seats=[ME, {"kind": "invite", "name": "bob"}])
        world.ann.host("mnk", id="r", visibility="private", seats=[ENGINE, ENGINE], show_thinking=True)
    return "ZZZZZZ"


async def a_match_without_spectators(world: World, secret: bool) -> str:
    """The moves of a match that allows no spectators; the viewer has its code."""
    code = world.match(watchable=False, visibility="unlisted")
    world.play(code, *(("b2", "a1") if secret else ("a2", "c2", "c1")))
    return code


async def moves_of_a_private_match(world: World, secret: bool) -> str:
    """The moves of a private match; the viewer has its code and not the key."""
    code = world.ann.host(id="m", visibility="private", seats=[ME, {"kind": "invite", "name": "bob"}])
    assert world.bob.ask("join", match=code).t == "accepted"
    world.play(code, *(("b2", "a1") if secret else ("a2", "c2", "c1")))
    return code


async def an_engines_view(world: World, secret: bool) -> str:
    """The search info of an engine in a match that hides it."""
    code = world.ann.host(id="m", seats=[ME, ENGINE], show_thinking=False)
    world.play(code, "b2")
    search = world.server.pool.last
    search.result.set_result(found(search.position, score=900 if secret else -5, depth=4 if secret else 2))
    await settle()
    world.server.store.commit()
    return code


async def a_seed(world: World, _secret: bool) -> str:
    """The seed of a match with chance, which differs in each world, before the first draw."""
    code = world.match(game="dash")
    for player in (world.ann, world.bob):
        assert player.ask("give_client_seed", match=code, client_seed="x").t == "accepted"
    world.play(code, "walk", "walk")
    return code


async def later_draws(world: World, secret: bool) -> str:
    """A draw that a delay still holds back, with its move."""
    code = world.match(game="dash", delay={"seconds": 30})
    for player in (world.ann, world.bob):
        assert player.ask("give_client_seed", match=code, client_seed="x").t == "accepted"
    world.play(code, "walk")
    world.server.scheduler.advance(40)
    if secret:
        world.play(code, "dash", first=1)
    return code


async def cards(world: World, _secret: bool) -> str:
    """The cards of both players, which differ in each world; none is shown."""
    code = world.match(game="lure", options={"hands": 9})
    for player in (world.ann, world.bob):
        assert player.ask("give_client_seed", match=code, client_seed="x").t == "accepted"
    for ply in range(0, 8, 4):
        for seat, move in enumerate(("bet", "fold", "bet", "fold")):
            player = (world.ann, world.bob, world.bob, world.ann)[seat]
            assert player.ask("move", match=code, ply=ply + seat, move=move).t == "accepted"
    return code


SECRETS = [
    a_seed,
    cards,
    later_draws,
    later_moves,
    other_moves,
    a_pause,
    an_offer,
    a_takeback,
    a_match_between_others,
    a_start,
    moves_in_time,
    chat_of_players,
    a_private_match,
    a_match_without_spectators,
    moves_of_a_private_match,
    an_engines_view,
    a_private_tournament,
    a_tournament_that_is_private,
    a_delayed_tournament_game,
]


def test_every_command_is_tried() -> None:
    """A new command of the protocol must be added here."""
    assert set(COMMANDS) == {model.model_fields["t"].default for model in get_args(to_server.AnyCommand)}


async def seen(secret: Secret, present: bool) -> list[str]:
    """Return what the viewer receives, one line for each message, page and publication."""
    world = World()
    eve = world.eve
    eve.ask("list", follow=True)
    eve.ask("lobby_chat")
    eve.ask("watch", match="tv")
    code = await secret(world, present)
    lines: list[str] = []
    for t, variants in COMMANDS.items():
        for number, fields in enumerate(variants):
            eve.send(t, id=f"{t}-{number}", **json.loads(json.dumps(fields).replace("{code}", code)))
            await world.settle()
            lines += [f"{t} {number}: {message.decode()}" for message in world.connection.sent]
            world.connection.sent.clear()
    lines.append(world.page(code))
    await world.broker.flush()
    lines += [repr(publication) for publication in world.broker.sent]
    return with_plain_ids(lines, code)


def with_plain_ids(lines: list[str], code: str) -> list[str]:
    """Replace ids, codes and hashes, which are random, by numbers in the order in which they appear."""
    names = {code: "CODE"}
    codes = r'(?<="code":"|"next":"|, match )[0-9A-Z-]+|(?<=\()[0-9A-Z]{6}(?=\))'
    random = re.compile(rf"{code}|\b[0-9a-f]{{16}}\b|\b[0-9a-f]{{64}}\b|{codes}|kbz_[\w-]+")
    plain = (line.replace('\\"', '"') for line in lines)  # the content of files is a text in a text
    return [random.sub(lambda found: names.setdefault(found[0], f"id{len(names)}"), line) for line in plain]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)
async def test_a_viewer_receives_the_same_bytes_with_and_without_a_secret(secret: Secret) -> None:
    """Answers, events, lobby, chat, TV, pages and the MQTT feed do not depend on what the viewer may not know."""
    without, present = await seen(secret, False), await seen(secret, True)
    for before, after in zip(without, present, strict=False):
        assert after == before
    assert len(present) == len(without)
