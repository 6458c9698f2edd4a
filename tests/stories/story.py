"""Stories of matches: scripts that are played through the core, with what came of each line written under it.

A story begins with comments and the match (`game:`, `host:`, `seats:` and so on), then says line by line who does what
at which second. Lines that begin with a blank are what came out; `python -m tests.stories.story` writes them anew.

    [8] Ada plays b2
        4  X plays b2 after 3 s, 59 s left

The lines that a story may have are in `COMMANDS`. Of a refusal that changed nothing, only the refusal is written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from kibitz_protocol.clocks import parse_clock
from kibitz_server.core.clock import Budget, Face
from kibitz_server.core.commands import (
    Abort,
    AcceptOffer,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    MakeOffer,
    NotePresence,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    StartMatch,
    TakeSeat,
    WithdrawOffer,
)
from kibitz_server.core.delay import Behind
from kibitz_server.core.events import (
    Agreement,
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchAgreed,
    RematchDropped,
    Rematched,
    SeatLeft,
    SeatTaken,
    TakenBack,
    Thought,
)
from kibitz_server.core.hall import CreateMatch, Hall
from kibitz_server.core.match import Match
from kibitz_server.core.offers import OfferKind
from kibitz_server.core.phase import Phase
from kibitz_server.core.players import Engine, Human, Player
from kibitz_server.core.refusal import Refusal
from kibitz_server.core.series import entrant, goes_on, next_game, standing
from kibitz_server.core.terms import Delay, Series, Terms
from kibitz_server.engine.score import wins_in
from kibitz_server.games.board import Grid
from kibitz_server.shell.translate import time_control

FOLDER = Path(__file__).parent
INDENT = "    "
STEP = re.compile(r"\[(?P<at>[\d.]+)\] (?P<what>.+)")
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
    "play": re.compile(
        rf"(?P<who>\w+) plays (?P<move>[^\s,]+){PLY}(?: in position (?P<position>\w+))?(?:, (?P<lag>[\d.]+) s of lag)?"
    ),
    "leave": re.compile(r"(?P<who>\w+) (?:resigns|leaves)"),
    "offer": re.compile(r"(?P<who>\w+) offers: (?P<kind>\w+)"),
    "accept": re.compile(r"(?P<who>\w+) accepts(?:: (?P<kind>\w+))?"),
    "decline": re.compile(r"(?P<who>\w+) declines(?:: (?P<kind>\w+))?"),
    "withdraw": re.compile(r"(?P<who>\w+) withdraws(?:: (?P<kind>\w+))?"),
    "rematch": re.compile(r"the rematch is made: (?P<code>\w+)"),
    "no rematch": re.compile(r"the rematch cannot be made: (?P<reason>.+)"),
    "goes": re.compile(r"(?P<who>\w+) is gone"),
    "comes": re.compile(r"(?P<who>\w+) is back"),
    "claim": re.compile(r"(?P<who>\w+) claims the match(?P<draw> as a draw)?"),
    "look": re.compile(r"the clock is looked at"),
    "abort": re.compile(r"the server gives it up: (?P<reason>.+)"),
    "restart": re.compile(r"the server restarts"),
    "next": re.compile(r"the next game of the series is made"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A story after it was played: its text, the events, and the match at its end."""

    text: str
    log: list[Event]
    match: Match


def tell(text: str, carried: Callable[[Event], Event] = lambda event: event) -> Told:
    """Play a story. `carried` is what becomes of an event between the two lives of a server.

    Raises ValueError for a line that cannot be read.
    """
    lines = [line for line in text.splitlines() if not line.startswith(" ")]
    head = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z ]+: ", line))
    written: list[str] = []
    match: Match | None = None
    behind: Behind[Event] | None = None
    log: list[Event] = []
    for number, line in enumerate(lines, 1):
        written.append(line)
        step = STEP.fullmatch(line)
        if step is None:
            if line and not line.startswith("#") and line.split(":")[0] not in head:
                raise ValueError(f"line {number} is no line of a story: {line!r}")
            continue
        now, what = float(step["at"]), step["what"]
        if match is None:
            match, log = _made(head, now)
            written += _outcome(match, log, None, now)
            if match.created.terms.delay is not None:
                behind = Behind(match, match.created.terms.delay, now)
                written += _watched(behind, log, now)
            continue
        if COMMANDS["restart"].fullmatch(what):
            match = Match.rebuilt([carried(event) for event in log], now)
            written += [f"{INDENT}rebuilt from {len(log)} events", *_standing(match, now)]
            continue
        if COMMANDS["next"].fullmatch(what):
            match, log = _following(match, now)
            written += _outcome(match, log, None, now)
            continue
        decision = match.handle(_command(match, what), now)
        log.extend(decision.events)
        written += _outcome(match, decision.events, decision.refusal, now)
        if behind is not None:
            written += _watched(behind, decision.events, now)
    if match is None:
        raise ValueError("nothing happens in the story")
    return Told("\n".join(written) + "\n", log, match)


# -- reading


def _made(head: dict[str, str], now: float) -> tuple[Match, list[Event]]:
    """The match that the head of a story describes."""
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
    )
    return _made_by(command, now)


def _terms(head: dict[str, str]) -> Terms:
    """`series: 3`, `delay: 2 moves` or `delay: 10 seconds`."""
    amount, _, unit = head.get("delay", "").partition(" ")
    return Terms(
        delay=Delay(**{unit: int(amount)}) if amount else None,
        series=Series("s1", int(head["series"])) if "series" in head else None,
    )


def _following(match: Match, now: float) -> tuple[Match, list[Event]]:
    """The next game of a series; the story goes on with it."""
    if not goes_on(match):
        raise ValueError("no game follows in the series")
    return _made_by(next_game(match, "m2", "K7QX43", 1_700_000_100.0), now)


def _made_by(command: CreateMatch, now: float) -> tuple[Match, list[Event]]:
    answer = Hall().create(command, now)
    if isinstance(answer, Refusal):
        raise ValueError(f"the match of the story cannot be made: {answer.message}")
    return answer


def _person(name: str) -> Human:
    return Human(f"id-{name.lower()}", name)


def _player(text: str) -> Player | None:
    """`open`, `engine alphabeta depth=3`, or a person's name."""
    if text == "open":
        return None
    if not text.startswith("engine "):
        return _person(text)
    _, algorithm, *bounds = text.split()
    given = dict(bound.split("=") for bound in bounds)
    seconds = given.pop("seconds", None)
    whole = {name: int(value) for name, value in given.items()}
    return Engine(algorithm, Budget(float(seconds) if seconds else None, **whole))


def _command(match: Match, what: str) -> Command:
    """The command that a line means. Moves are for the match's ply or turn unless the line names one."""
    kind, said = next(((kind, said) for kind, form in COMMANDS.items() if (said := form.fullmatch(what))), ("", None))
    if said is None:
        raise ValueError(f"nobody knows how to do this: {what!r}")
    fields = said.groupdict()
    who = _person(fields.get("who") or "nobody")
    ply, turn = int(fields.get("ply") or match.ply), int(fields.get("turn") or match.turn.number)
    match kind:
        case "sit":
            return TakeSeat(who, _names(match).index(fields["seat"]) if fields["seat"] else None)
        case "start":
            return StartMatch(who.id)
        case "fail":
            return EngineFailed(turn)
        case "think":
            return EngineMoved(turn, fields["move"], _thought(fields) if fields["score"] else None)
        case "play":
            return PlayMove(who.id, ply, fields["move"], fields["position"], float(fields["lag"] or 0))
        case "leave":
            return Resign(who.id)
        case "goes" | "comes":
            return NotePresence(who.id, kind == "comes")
        case "claim":
            return Claim(who.id, fields["draw"] is not None)
        case "look":
            return LookAtClock()
        case "offer" | "accept" | "decline" | "withdraw":
            return _offer(kind, who.id, OfferKind(fields["kind"]) if fields["kind"] else None)
        case "rematch":
            return RematchMade("m2", fields["code"])
        case "no rematch":
            return RematchFailed(fields["reason"])
        case _:
            return Abort(fields["reason"])


def _offer(kind: str, by: str, offer: OfferKind | None) -> Command:
    match kind:
        case "accept":
            return AcceptOffer(by, offer)
        case "decline":
            return DeclineOffer(by, offer)
        case "withdraw":
            return WithdrawOffer(by, offer)
        case _:
            assert offer is not None
            return MakeOffer(by, offer)


def _thought(fields: dict[str, str]) -> Thought:
    score, depth = int(fields["score"]), int(fields["depth"])
    return Thought("alphabeta", score, wins_in(score), depth, 1200, 0.25, tuple(fields["line"].split()))


# -- writing


def _outcome(match: Match, events: Sequence[Event], refusal: Refusal | None, now: float) -> Iterator[str]:
    """The lines that stand under a line of the story."""
    first = match.seq - len(events) + 1
    for seq, event in enumerate(events, first):
        yield f"{INDENT}{seq:<2} {_sentence(match, event)}"
    if refusal is not None:
        yield f"{INDENT}refused ({refusal.reason}): {refusal.message}"
        if refusal.hint:
            yield f"{INDENT}  hint: {refusal.hint}"
    if any(isinstance(event, MatchStarted | MovePlayed | TakenBack) for event in events):
        yield from _board(match)
    if events:
        yield from _standing(match, now)
    elif refusal is None:
        yield f"{INDENT}nothing happens"


def _sentence(match: Match, event: Event) -> str:
    """An event in words, with everything that is in it."""
    names = _names(match)
    match event:
        case MatchCreated():
            options = "".join(f" {name}={value}" for name, value in event.options)
            seats = ", ".join(f"{name} {_called(player)}" for name, player in zip(names, event.seats, strict=True))
            position = f" from {event.position}" if event.position else ""
            thinking = "shown" if event.show_thinking else "hidden"
            start = "" if event.autostart else "; the host starts it"
            clock = f"clock {event.control}" if event.control else "no clock"
            return (
                f"{event.host.name} makes {event.game}{options}{position}: {seats}; {clock}; thinking {thinking}{start}"
            )
        case SeatTaken(seat, player):
            return f"{player.name} sits down at {names[seat]}"
        case SeatLeft(seat):
            return f"{names[seat]} is free again"
        case MatchStarted():
            return "the match starts"
        case MovePlayed():
            lag = f" ({_seconds(event.lag_s)} of lag)" if event.lag_s else ""
            left = "" if event.remaining_s is None else f", {_seconds(event.remaining_s)} left"
            left += f" and {event.periods} periods" if event.periods is not None else ""
            played = f"{names[event.seat]} plays {event.move} after {_seconds(event.elapsed_s)}{lag}{left}"
            return played + (f"; it saw {_seen(event.thought)}" if event.thought else "")
        case MatchFinished(result, elapsed_s):
            end = "a draw" if result.winner is None else f"{names[result.winner]} wins"
            spent = f", {_seconds(elapsed_s)} into the next move" if elapsed_s else ""
            return f"{end}: {result.reason}{spent}"
        case MatchAborted(reason):
            return f"given up: {reason}"
        case _:
            return _agreement(names, event)


def _agreement(names: Sequence[str], event: Agreement) -> str:
    """An event about what those who play offer each other, in words."""
    match event:
        case OfferMade(seat, kind):
            return f"{names[seat]} offers: {kind}"
        case OfferAccepted(seat, kind, by):
            return f"{names[by]} accepts what {names[seat]} offered: {kind}"
        case OfferDeclined(seat, kind, by):
            return f"{names[by]} declines what {names[seat]} offered: {kind}"
        case OfferWithdrawn(seat, kind):
            return f"{names[seat]} withdraws: {kind}"
        case TakenBack(seat, plies):
            return f"{plies} {'ply' if plies == 1 else 'plies'} taken back for {names[seat]}"
        case MatchPaused(elapsed_s, adjourned):
            return f"{'adjourned' if adjourned else 'paused'}, {_seconds(elapsed_s)} into the move"
        case MatchResumed():
            return "resumed"
        case RematchAgreed():
            return "a rematch is agreed on"
        case Rematched(_, code):
            return f"the rematch is match {code}"
        case RematchDropped(reason):
            return f"there is no rematch: {reason}"
        case _:
            assert_never(event)


def _standing(match: Match, now: float) -> Iterator[str]:
    """Where the match stands: who is to move, the clocks, the deadline, and the search that is wanted."""
    names = _names(match)
    parts = [match.phase.value]
    if match.phase is Phase.RUNNING and match.to_move is not None:
        parts = [f"{names[match.to_move]} to move at ply {match.ply}"]
    faces = match.faces(now)
    if faces is not None:
        parts.append(", ".join(f"{name} {_shown(face)}" for name, face in zip(names, faces, strict=True)))
    series = match.created.terms.series
    if series is not None:
        score = standing(match)
        points = ", ".join(
            f"{_called(player)} {_number(score[entrant(series, seat)])}" for seat, player in enumerate(match.seats)
        )
        parts.append(f"game {series.number} of {series.games}: {points}")
    deadline = match.next_deadline()
    parts.append("no deadline" if deadline is None else f"deadline [{_number(deadline)}]")
    yield f"{INDENT}= {'; '.join(parts)}"
    wanted = match.search_wanted()
    if wanted is not None:
        engine = Engine(wanted.engine.algorithm, wanted.budget)
        turn = f", turn {wanted.turn}" if wanted.turn != wanted.ply else ""
        yield f"{INDENT}? search for {names[wanted.seat]} at ply {wanted.ply}{turn}: {engine.name}"


def _watched(behind: Behind[Event], events: Sequence[Event], now: float) -> Iterator[str]:
    """What those who watch are told by now, where they are kept behind."""
    for event in events:
        behind.put(event, event, now)
    for event, _ in behind.due(now):
        yield f"{INDENT}~ who watches hears: {_sentence(behind.shown, event)}"
    at = behind.next_deadline()
    yield f"{INDENT}~ who watches sees ply {behind.shown.ply}" + (f"; more at [{_number(at)}]" if at else "")


def _board(match: Match) -> Iterator[str]:
    grid = match.game.board
    assert isinstance(grid, Grid), "stories are told on grids"
    for label, row in zip(grid.row_labels, match.position.picture.rows, strict=True):
        yield f"{INDENT}   {label:>2} {' '.join(row)}"
    yield f"{INDENT}      {' '.join(grid.column_labels)}"


def _names(match: Match) -> tuple[str, ...]:
    return match.game.declaration.seats


def _called(player: Player | None) -> str:
    return "open" if player is None else player.name


def _seen(thought: Thought) -> str:
    line = " ".join(thought.line)
    proven = "" if thought.wins_in is None else f" (proven, {abs(thought.wins_in)} plies)"
    return f"{thought.score:+d}{proven} at depth {thought.depth} in {thought.nodes} nodes: {line}"


def _shown(face: Face) -> str:
    return _seconds(face.remaining_s) + (f" ({face.periods} periods)" if face.periods else "")


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _seconds(value: float) -> str:
    return f"{_number(value)} s"


def main() -> None:
    """Write what comes out of every story under its lines; read the diff before it is committed."""
    for path in sorted(FOLDER.glob("*.txt")):
        before = path.read_text()
        after = tell(before).text
        path.write_text(after)
        print(f"{'same   ' if before == after else 'changed'} {path.name}")


if __name__ == "__main__":
    main()
