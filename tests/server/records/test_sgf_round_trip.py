"""Random matches of Go written as SGF by the client, and read again as the same matches."""

import random
from typing import Any

import pytest

from kibitz_client.match.record import read_record_text
from kibitz_client.match.state import MatchState
from kibitz_protocol.formats.sgf.reader import read_game
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.clock import Byoyomi, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.values.events import Event as Fact
from kibitz_server.core.values.events import MatchCreated, MatchFinished, MatchStarted, MovePlayed, Result, SearchInfo
from kibitz_server.core.values.players import Human
from kibitz_server.messages import record
from kibitz_server.messages.encoding import encode
from kibitz_server.records.sgf import record_lines
from kibitz_server.records.verifier import verify
from kibitz_server.store import NumberedEvent

CLOCKS: tuple[TimeControl | None, ...] = (
    None,
    Fischer(300, 3),
    SimpleDelay(60, 2),
    Byoyomi(5, 3, 10),
    PerMove(30),
)
LONGEST = 120
Scenes = list[tuple[Any, MatchState]]


def played(seed: int, size: int, handicap: int, start: str | None = None, control: TimeControl | None = None) -> Scenes:
    """Return the record of a random match: two passes end it, or a player resigns."""
    dice = random.Random(seed)
    options = (("size", size), ("komi", dice.choice((0.5, 6.5, 7))), ("handicap", handicap))
    seats = (Human("a", "Ann"), Human("b", "Ben]\\"))
    created = MatchCreated("m1", "7KQ2XF", seats[0], "go", options, seats, control, start, True, True, True, 86_400.0)
    match, at = Match(created, 0.0), 86_400.0
    entries = [NumberedEvent("m1", 1, created, at)]

    def add(fact: Fact) -> None:
        match.apply(fact)
        entries.append(NumberedEvent("m1", len(entries) + 1, fact, at))

    add(MatchStarted())
    length = dice.randrange(LONGEST)
    while (seat := match.position.to_move) is not None and len(match.moves) < length:
        moves = [move.text for move in match.position.legal]
        text = "pass" if len(match.moves) > length - 3 else dice.choice(moves)
        elapsed_s = dice.randrange(30) / 10
        at += elapsed_s
        info = SearchInfo("mcts", dice.randrange(-90, 90), None, 0, 0, 0.0, ()) if dice.random() < 0.5 else None
        add(MovePlayed(len(match.moves), seat, text, elapsed_s, None, info))
    outcome = match.position.outcome
    ended = Result(outcome.winner, outcome.reason, outcome.points) if outcome else Result(1, "resignation")
    add(MatchFinished(ended, 0.0))
    page = record.RecordPages(entries, 0, len(entries), None, thinking=True).page(1 << 62)
    lines = [encode(message).decode() for message in (page["snapshot"], *page["events"])]
    return read_record_text("\n".join(lines), "it")


def messages_of(scenes: Scenes) -> list[Snapshot | Event]:
    """Return the messages of a record."""
    return [message for message, _ in scenes]


def read_back(text: str) -> Scenes:
    """Return the record of a text, which must verify."""
    lines = list(record_lines(read_game(text)))
    assert verify(f"{line}\n" for line in lines).over
    return read_record_text("\n".join(lines), "it")


def compare(first: Scenes, again: Scenes) -> None:
    """Compare all positions, moves and the result of two records."""
    assert [state.position.rows for _, state in first] == [state.position.rows for _, state in again]
    last, found = first[-1][1], again[-1][1]
    assert (found.options, found.result, found.code) == (last.options, last.result, last.code)
    assert [view.name for view in found.seats] == [view.name for view in last.seats]
    for before, after in zip(last.moves, found.moves, strict=True):
        assert (after.move, after.seat, after.elapsed_ms) == (before.move, before.seat, before.elapsed_ms)
        assert (after.search and after.search.score) == (before.search and before.search.score)


def without_clock(text: str) -> list[str]:
    """Return the lines of a text without the time control, which records of files do not have."""
    return [line for line in text.splitlines() if line[:3] not in ("TM[", "OT[")]


LARGE = [pytest.param(*case, marks=pytest.mark.long) for case in ((8, 3), (9, 0), (13, 9), (16, 2), (19, 0), (19, 6))]


@pytest.mark.parametrize(("size", "handicap"), [(2, 0), (3, 0), (5, 0), (7, 4), (9, 5), *LARGE])
def test_random_matches_come_back(size: int, handicap: int) -> None:
    """Moves, positions, players, times, scores and results are the same, with each kind of clock."""
    for seed, control in enumerate(CLOCKS):
        scenes = played(seed, size, handicap, control=control)
        text = sgf_text(messages_of(scenes), comments=True)
        again = read_back(text)
        compare(scenes, again)
        assert sgf_text(messages_of(again)).splitlines() == without_clock(sgf_text(messages_of(scenes)))


@pytest.mark.parametrize("start", ["---/-B-/--W B 0-0", "---/-B-/--W W 0-0", "BB-/B--/--- W 3-1", "---/---/--- W 0-0"])
def test_starts_come_back(start: str) -> None:
    """A match from a position begins with its stones and its side to move; captured stones are not in SGF."""
    for seed in range(8):
        scenes = played(seed, 3, 0, start)
        again = read_back(sgf_text(messages_of(scenes), comments=True))
        compare(scenes, again)
        assert again[0][0].start == start.rpartition(" ")[0]
