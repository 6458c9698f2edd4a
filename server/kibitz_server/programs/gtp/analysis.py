"""Live analysis: the commands of Leela Zero, which Sabaki and Lizzie use to show a search while it goes on.

`lz-analyze` writes a line of moves at intervals until the runner sends its next line. Chances are in hundredths of a
percent, and `lcb` is the lower end of the 95 % confidence interval of the chance.
"""

from collections.abc import Callable, Sequence

from kibitz_server.engine.control import Progress
from kibitz_server.engine.driver import SearchResult, describe
from kibitz_server.games.game import Position
from kibitz_server.programs.engines.input import WAKE
from kibitz_server.programs.gtp.commands import Arguments
from kibitz_server.programs.gtp.engine import GtpState, winning_chance
from kibitz_server.programs.gtp.play import play_found
from kibitz_server.programs.gtp.tree import Candidate, TreeSearch

INTERVAL_CS = 100
"""Hundredths of a second between two lines where the runner names no interval."""
SHORTEST_CS, LONGEST_CS = 5, 360_000
MOST_MOVES = 30
"""Moves of a line."""
SURE = 1.96
"""Standard deviations of a 95 % confidence interval."""


def analyze(engine: GtpState, arguments: Arguments, begin: Callable[[], None]) -> None:
    """Search for a side, and write the moves at intervals until the next line of the runner.

    Raises:
        Exception: The search failed.
    """
    seat, interval_s = _read(engine, arguments)
    position = engine.board.before_move(seat)
    engine.prepare()
    begin()
    search = TreeSearch(position, engine.waiting.wake)
    try:
        while (line := engine.waiting.next(interval_s)) == WAKE:
            if search.error is not None:
                raise search.error
            if moves := search.candidates():
                engine.say(f"{info_line(moves)}\n")
        engine.waiting.put_back(line)
    finally:
        search.stop()


def genmove_analyze(engine: GtpState, arguments: Arguments, begin: Callable[[], None]) -> None:
    """Find a move for a side and play it, and write at intervals what the search has found."""
    seat, interval_s = _read(engine, arguments)
    engine.prepare()
    begin()
    due = [interval_s]

    def look(position: Position, found: Progress, seconds: float) -> None:
        if seconds >= due[0] and found.line:
            due[0] = seconds + interval_s
            _tell(engine, describe(position, engine.settings.strength.searched_by, found, seconds))

    report = engine.move(seat, look)
    _tell(engine, report)
    engine.say(f"play {play_found(engine, seat, report)}\n")


def _tell(engine: GtpState, report: SearchResult) -> None:
    chance = winning_chance(report)
    if report.line and chance is not None:
        engine.say(f"{info_line([Candidate(report.nodes, chance, report.line)])}\n")


def _read(engine: GtpState, arguments: Arguments) -> tuple[int, float]:
    """Return the seat and the interval in seconds: `b 50`, `50`, `interval 50`, and words that are left out."""
    seat = arguments.colour() if arguments.has_colour() else engine.board.to_move
    interval = INTERVAL_CS
    words = arguments.rest()
    for before, word in zip(("interval", *words), words, strict=False):
        if before.lower() == "interval" and word.isascii() and word.isdecimal():
            interval = int(word[:7])
    return seat, max(SHORTEST_CS, min(LONGEST_CS, interval)) / 100


def info_line(moves: Sequence[Candidate]) -> str:
    """Return a line of moves, the best one first: `info move D4 visits 812 winrate 5630 lcb 5288 order 0 pv D4 E5`."""
    return " ".join(_info(order, move) for order, move in enumerate(moves[:MOST_MOVES]))


def _info(order: int, move: Candidate) -> str:
    spread = SURE * (move.chance * (1 - move.chance) / max(1, move.visits)) ** 0.5
    return (
        f"info move {move.line[0]} visits {move.visits} winrate {round(10_000 * move.chance)} "
        f"lcb {round(10_000 * max(0.0, move.chance - spread))} order {order} pv {' '.join(move.line)}"
    )


STREAMS = {"lz-analyze": analyze, "lz-genmove_analyze": genmove_analyze}
