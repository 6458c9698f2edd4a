"""Repetition of the searches in a record: an engine with a seed and a limit other than time repeats its moves."""

from dataclasses import dataclass, replace

from kibitz_protocol.values.engines import EngineSpec, SearchReport
from kibitz_server.core.search_seed import search_seed
from kibitz_server.engine import driver, levels
from kibitz_server.engine.algorithms import STAND_IN
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.records.difference import DifferenceError
from kibitz_server.records.replay import Verified, VerifiedMove

SOURCE = "a new search gives"
STOOD_IN = "its search failed, and a shallow one took its place"
CUT_SHORT = "its search took all the time that a move may take"
MAX_SEARCH_S = 60.0
"""The server's limit of a search, too."""


@dataclass(slots=True)
class Searched:
    """Number of repeated searches, and what was not repeated.

    `skipped` has engines with the reasons, `skipped_plies` the reasons of single moves of other engines.
    """

    moves: int
    skipped: list[str]
    skipped_plies: dict[int, str]

    @property
    def unchecked(self) -> list[str]:
        """Everything that was not repeated, and why."""
        return self.skipped + [f"ply {ply}: {why}" for ply, why in self.skipped_plies.items()]


def search_again(found: Verified) -> Searched:
    """Repeat the search of every engine move where possible. A different result raises DifferenceError."""
    if found.kept:
        return Searched(0, ["what the engines had seen stays hidden, because the match ended early"], {})
    seats, skipped = _repeatable(found)
    played, skipped_plies = [], {}
    for each in found.played:
        if (spec := seats.get(each.view.seat)) is None:
            continue
        if why := _why_not_this(each, spec):
            skipped_plies[each.view.ply] = why
        else:
            played.append(each)
    if played:
        select.compile_searches()
    for each in played:
        _compare(found, each, seats[each.view.seat])
    return Searched(len(played), skipped, skipped_plies)


def _repeatable(found: Verified) -> tuple[dict[int, EngineSpec], list[str]]:
    specs, skipped = {}, []
    for view in found.snapshot.seats:
        if view.kind != "engine" or view.name is None:
            continue
        try:
            spec = EngineSpec.parse(view.name)
            driver.check(spec.algorithm, found.game)
            why = _why_not(spec, clock=found.snapshot.clock is not None)
        except ValueError:
            why = "this program has no such engine for the game"
        if why:
            skipped.append(f"{view.name}: {why}")
        else:
            specs[view.seat] = spec
    return specs, skipped


def _why_not(spec: EngineSpec, *, clock: bool) -> str | None:
    """Return why a search cannot be repeated, or None."""
    limit = spec.limit
    if limit.seed is None:
        return "it had no seed"
    if spec.algorithm == "random":
        return None  # it makes one random choice and does not search
    if limit.seconds is not None or levels.is_timed(spec.level):
        return "it was limited by time"
    return "its clock limited it" if clock else None


def _why_not_this(played: VerifiedMove, spec: EngineSpec) -> str | None:
    """Return why the search of a move of a repeatable engine cannot be repeated, or None."""
    search = played.view.search
    if search is None:
        return None
    # The server lost the search of this move.
    if search.algorithm.startswith(STAND_IN):
        return STOOD_IN
    # On a slow machine, nodes may take longer than a move may.
    most_s = MAX_SEARCH_S if spec.level is None else levels.MAX_S
    return CUT_SHORT if search.seconds >= most_s else None


def _compare(found: Verified, played: VerifiedMove, spec: EngineSpec) -> None:
    """Repeat the search of a move. Raises DifferenceError."""
    assert spec.limit.seed is not None
    plain = spec.limit.seed + played.view.ply
    # Older servers did not mix the secret of a match with hidden information into the seeds of its engines.
    seeds = [plain] if found.seed is None else [search_seed(found.seed, plain), plain]
    differences: list[DifferenceError] = []
    for seed in seeds:
        difference = _difference(played, run(_job(found, played, spec, seed)))
        if difference is None:
            return
        differences.append(difference)
    raise differences[0]


def _job(found: Verified, played: VerifiedMove, spec: EngineSpec, seed: int) -> Job:
    snapshot, limit = found.snapshot, spec.limit
    seen = played.before.seen_by(played.view.seat) if found.game.hidden else None
    return Job(
        game=snapshot.game.name,
        options=tuple(snapshot.options.items()),
        start=snapshot.start,
        moves=(*played.opening, *played.moves) if seen is None else (),
        algorithm=spec.algorithm,
        limit=Limit(None, limit.depth, limit.nodes, seed, limit.playouts, level=spec.level),
        seen=seen,
    )


def _difference(played: VerifiedMove, report: SearchResult) -> DifferenceError | None:
    """Return in what the result of a search differs from the record, or None."""
    view = played.view
    pairs: list[tuple[str, object, object]] = [("engine's move", view.move, report.move)]
    if view.search is not None:
        pairs += _pairs(view.search, report)
    for what, recorded, computed in pairs:
        if recorded != computed:
            return DifferenceError(played.line, played.seq, f"{what} of ply {view.ply}", recorded, computed, SOURCE)
    return None


def _pairs(search: SearchReport, report: SearchResult) -> list[tuple[str, object, object]]:
    return [
        ("score", search.score, report.score),
        ("depth", search.depth, report.depth),
        ("nodes", search.nodes, report.nodes),
        ("line", search.line, list(report.line)),
    ]


def run(job: Job) -> SearchResult:
    """Run a search in this process."""
    control = SearchControl()
    control.reset(job.limit.nodes)
    return driver.run(job.position(), job.algorithm, replace(job.limit, seconds=MAX_SEARCH_S), control)
