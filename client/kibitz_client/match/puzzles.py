"""One attempt at a puzzle: the moves that were found, the position after them, and what there is to say. Pure."""

from dataclasses import dataclass, replace

from kibitz_protocol.commands.puzzles import PuzzleHint, PuzzleJudged, PuzzleShown, SolverRating
from kibitz_protocol.values.evaluation import percent
from kibitz_protocol.values.state import State

PRACTICE = "you have tried this puzzle before, so it does not count"


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """An attempt at a puzzle. `found` are the right moves of the solver so far."""

    shown: PuzzleShown
    found: tuple[str, ...] = ()
    judged: PuzzleJudged | None = None
    position: State | None = None

    @property
    def state(self) -> State:
        """The position to solve now: a wrong move is taken back."""
        return self.position or self.shown.state

    @property
    def over(self) -> bool:
        """Whether nothing is left to find."""
        return self.judged is not None and self.judged.over

    @property
    def side(self) -> str:
        """Name of the side that the solver moves for."""
        return self.shown.game.seats[self.shown.seat]

    @property
    def you(self) -> SolverRating:
        """The solver after the last answer."""
        return self.judged.you if self.judged else self.shown.you

    def after(self, judged: PuzzleJudged, move: str | None) -> "OpenPuzzle":
        """Return the attempt after an answer of the server, which judged a move; None for the solution."""
        if not judged.right:
            return replace(self, judged=judged)
        found = (*self.found, move) if move is not None else self.found
        return replace(self, found=found, judged=judged, position=judged.state)


def heading(shown: PuzzleShown) -> list[str]:
    """Return the lines about a puzzle before the first move."""
    lines = [f"{shown.game.title}, puzzle {shown.puzzle} (rating {shown.rating})"]
    if shown.day is not None:
        lines[0] += f", puzzle of {shown.day}"
    if shown.lead is not None:
        lines.append(f"the last move was {shown.lead}")
    if not shown.counts:
        lines.append(PRACTICE)
    return lines


def question(attempt: OpenPuzzle) -> str:
    """Return what the solver is asked."""
    return f"{attempt.side} to move: find the only good move"


def verdict(judged: PuzzleJudged) -> list[str]:
    """Return the lines about the last answer."""
    if judged.over:
        lines = ["solved" if judged.result == "solved" else "that is the solution", f"{' '.join(judged.solution)}"]
        return [*lines, *_source(judged), *_rating(judged)]
    if judged.right:
        return [f"right: {' '.join(judged.line)}; go on"]
    move = judged.line[-1] if judged.line else ""
    reply = f": {judged.reply} answers it" if judged.reply else ""
    left = f", which leaves you {percent(judged.win)}" if judged.win is not None else ""
    return [f"{move} is not the move{reply}{left}", *_rating(judged)]


def hint_text(hint: PuzzleHint) -> str:
    """Return a hint as a sentence."""
    return f"the move begins with {hint.start}; the puzzle is not rated now"


def rating_text(you: SolverRating) -> str:
    """Return the rating and the streak of a solver in a game."""
    sure = "?" if you.deviation > 110 else ""
    return f"rating {you.rating}{sure}, {you.solved} of {you.attempts} solved, streak {you.streak} (best {you.best})"


def _rating(judged: PuzzleJudged) -> list[str]:
    return [f"{rating_text(judged.you)} ({judged.change:+d})"] if judged.counted and judged.result != "helped" else []


def _source(judged: PuzzleJudged) -> list[str]:
    if judged.source is None:
        return []
    where = f", match {judged.source.code}" if judged.source.code else ""
    return [f"from {' v '.join(judged.source.players)}{where}"]
