"""Parser of stories: the match that a header describes, and the command that a line stands for."""

import re
from dataclasses import replace

from kibitz_protocol.values.clocks import parse_clock
from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry
from kibitz_server.core.lobby.series import next_game, series_continues
from kibitz_server.core.match.commands import (
    Abort,
    AcceptOffer,
    CheckClock,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    GiveClientSeed,
    GoBerserk,
    MakeOffer,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    SetPace,
    StartMatch,
    TakeSeat,
    UpdatePresence,
    WithdrawOffer,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event, SearchInfo
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine.score import wins_in
from kibitz_server.messages.commands import time_control

PLY = r"(?: at ply (?P<ply>-?\d+))?"
TURN = r"(?: for turn (?P<turn>-?\d+))?"
COMMANDS = {
    "sit": re.compile(r"(?P<who>\w+) sits down(?: at (?P<seat>\w+))?"),
    "start": re.compile(r"(?P<who>\w+) starts the match"),
    "fail": re.compile(rf"the engine fails{TURN}"),
    "think": re.compile(
        rf"the engine plays (?P<move>\S+){TURN}"
        r"(?:, seeing (?P<score>[+-]\d+) at depth (?P<depth>\d+): (?P<line>[\w ]+))?"
    ),
    "client seed": re.compile(r"(?P<who>\w+) gives the client seed (?P<text>[\w-]+)"),
    "berserk": re.compile(r"(?P<who>\w+) goes berserk"),
    "play": re.compile(
        rf"(?P<who>\w+) plays (?P<move>[^\s,]+){PLY}(?: in position (?P<position>\w+))?(?:, (?P<lag>[\d.]+) s of lag)?"
    ),
    "leave": re.compile(r"(?P<who>\w+) (?:resigns|leaves)"),
    "offer": re.compile(r"(?P<who>\w+) offers: (?P<kind>\w+)(?P<cells>(?: \d+)*)"),
    "accept": re.compile(r"(?P<who>\w+) accepts(?:: (?P<kind>\w+))?"),
    "decline": re.compile(r"(?P<who>\w+) declines(?:: (?P<kind>\w+))?"),
    "withdraw": re.compile(r"(?P<who>\w+) withdraws(?:: (?P<kind>\w+))?"),
    "rematch": re.compile(r"the rematch is made: (?P<code>\w+)"),
    "no rematch": re.compile(r"the rematch cannot be made: (?P<reason>.+)"),
    "goes": re.compile(r"(?P<who>\w+) is gone"),
    "comes": re.compile(r"(?P<who>\w+) is back"),
    "claim": re.compile(r"(?P<who>\w+) claims the match(?P<draw> as a draw)?"),
    "pace": re.compile(r"(?P<who>\w+) sets the pace to (?P<pace>[\d.]+) s"),
    "step": re.compile(rf"(?P<who>\w+) asks for one move{PLY}"),
    "look": re.compile(r"the clock is looked at"),
    "abort": re.compile(r"the server gives it up: (?P<reason>.+)"),
    "restart": re.compile(r"the server restarts"),
    "next": re.compile(r"the next game of the series is made"),
}


def create_match(head: dict[str, str], now: float) -> tuple[Match, list[Event]]:
    """Create the match that the header of a story describes."""
    game, *options = head["game"].split()
    command = CreateMatch(
        id="m1",
        code="K7QX42",
        host=_person(head["host"]),
        game=game,
        options=tuple((name, value) for name, _, value in (option.partition("=") for option in options)),
        seats=tuple(_player(seat.strip()) for seat in head["seats"].split(",")),
        control=time_control(parse_clock(head["clock"])) if "clock" in head else None,
        position=head.get("position"),
        listed=True,
        autostart=head.get("autostart") != "no",
        show_thinking=None,
        created_at=1_700_000_000.0,
        first_moves_free=head.get("first moves") != "charged",
        opening=tuple(head.get("moves", "").split()),
        terms=_terms(head),
        server_seed=head.get("seed"),
    )
    return _created(command, now)


def _terms(head: dict[str, str]) -> Terms:
    """Parse `series: 3`, `berserk: yes`, and `delay: 2 moves` or `delay: 10 seconds`."""
    amount, _, unit = head.get("delay", "").partition(" ")
    return Terms(
        delay=Delay(**{unit: int(amount)}) if amount else None,
        series=Series("s1", int(head["series"])) if "series" in head else None,
        berserk=head.get("berserk") == "yes",
    )


def create_next_game(match: Match, now: float) -> tuple[Match, list[Event]]:
    """Create the next game of a series, which the story continues with.

    Raises:
        ValueError: No game follows.
    """
    if not series_continues(match):
        raise ValueError("no game follows in the series")
    return _created(
        replace(next_game(match, "m2", "K7QX43", 1_700_000_100.0), server_seed=match.created.server_seed), now
    )


def _created(command: CreateMatch, now: float) -> tuple[Match, list[Event]]:
    answer = MatchRegistry().create(command, now)
    if isinstance(answer, Refusal):
        raise ValueError(f"the match of the story cannot be made: {answer.message}")
    return answer


def _person(name: str) -> Human:
    return Human(f"id-{name.lower()}", name)


def _player(text: str) -> Player | None:
    """Parse `open`, `engine alphabeta depth=3`, or the name of a human player."""
    if text == "open":
        return None
    if not text.startswith("engine "):
        return _person(text)
    _, algorithm, *bounds = text.split()
    given = dict(bound.split("=") for bound in bounds)
    seconds = given.pop("seconds", None)
    whole = {name: int(value) for name, value in given.items()}
    return Engine(algorithm, Budget(float(seconds) if seconds else None, **whole))


def command_of(match: Match, what: str) -> Command:
    """Return the command that a line stands for. A move is for the current ply or turn unless the line names one.

    Raises:
        ValueError: The line has no known form.
    """
    kind, said = next(((kind, said) for kind, form in COMMANDS.items() if (said := form.fullmatch(what))), ("", None))
    if said is None:
        raise ValueError(f"unknown command: {what!r}")
    fields = said.groupdict()
    who = _person(fields.get("who") or "nobody")
    ply, turn = int(fields.get("ply") or match.ply), int(fields.get("turn") or match.turn.number)
    match kind:
        case "sit":
            return TakeSeat(who, match.game.declaration.seats.index(fields["seat"]) if fields["seat"] else None)
        case "start":
            return StartMatch(who.id)
        case "fail":
            return EngineFailed(turn)
        case "think":
            return EngineMoved(turn, fields["move"], _search_info(fields) if fields["score"] else None)
        case "play":
            return PlayMove(who.id, ply, fields["move"], fields["position"], float(fields["lag"] or 0))
        case "client seed":
            return GiveClientSeed(who.id, fields["text"])
        case "berserk":
            return GoBerserk(who.id)
        case "leave":
            return Resign(who.id)
        case "goes" | "comes":
            return UpdatePresence(who.id, kind == "comes")
        case "claim":
            return Claim(who.id, fields["draw"] is not None)
        case "pace":
            return SetPace(who.id, float(fields["pace"]))
        case "step":
            return SetPace(who.id, step_at=ply)
        case "look":
            return CheckClock()
        case "offer" | "accept" | "decline" | "withdraw":
            cells = tuple(map(int, (fields.get("cells") or "").split()))
            return _offer(kind, who.id, OfferKind(fields["kind"]) if fields["kind"] else None, cells)
        case "rematch":
            return RematchMade("m2", fields["code"])
        case "no rematch":
            return RematchFailed(fields["reason"])
        case _:
            return Abort(fields["reason"])


def _offer(kind: str, by: str, offer: OfferKind | None, cells: tuple[int, ...]) -> Command:
    match kind:
        case "accept":
            return AcceptOffer(by, offer)
        case "decline":
            return DeclineOffer(by, offer)
        case "withdraw":
            return WithdrawOffer(by, offer)
        case _:
            assert offer is not None
            return MakeOffer(by, offer, cells=cells)


def _search_info(fields: dict[str, str]) -> SearchInfo:
    score, depth = int(fields["score"]), int(fields["depth"])
    return SearchInfo("alphabeta", score, wins_in(score), depth, 1200, 0.25, tuple(fields["line"].split()))
