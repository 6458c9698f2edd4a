"""Results of a duel so far: games, complete pairs, and the test that may end it. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz_client.match.sprt import ALPHA, BETA, PairCounts, Sprt, elo_difference
from kibitz_client.match.state import MatchState
from kibitz_client.text.formatting import counted
from kibitz_client.text.series import table_lines
from kibitz_protocol.commands.match_info import SeriesScore
from kibitz_protocol.commands.statistics import EloFigures


@dataclass(slots=True)
class Tally:
    """Results from the view of the first engine. Scores of a pair wait until both games are over."""

    names: tuple[str, str]
    sprt: Sprt | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    without_result: int = 0
    pairs: PairCounts = field(default_factory=PairCounts)
    _half: dict[int, float] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """The number of games with a result."""
        return self.won + self.drawn + self.lost

    @property
    def decided(self) -> bool:
        """Whether the test has accepted one of its hypotheses."""
        return self.sprt is not None and self.sprt.verdict(self.pairs) != "continue"

    def add(self, pair: int, score: float | None) -> None:
        """Add the result of a game.

        Args:
            pair: The number of its pair.
            score: Points of the first engine, or None for a game without a result.
        """
        if score is None:
            self.without_result += 1
            return
        self.won += score == 1
        self.drawn += score == 0.5
        self.lost += score == 0
        if pair in self._half:
            self.pairs.add((self._half.pop(pair), score))
        else:
            self._half[pair] = score

    def line(self) -> str:
        """Return the score in one line: `12 games  +5 =3 -4`."""
        text = f"{counted(self.counted, 'game')}  +{self.won} ={self.drawn} -{self.lost}"
        return f"{text}  {self._ratio_text()}" if self.sprt is not None else text

    def table(self, width: int) -> list[str]:
        """Return a line for each engine, the difference in Elo with its margin, and the verdict of the test."""
        elo = elo_difference(self.won, self.drawn, self.lost)
        strength = EloFigures(elo=elo.gap or 0.0, elo_low=elo.low, elo_high=elo.high)
        score = SeriesScore(
            won=self.won,
            drawn=self.drawn,
            lost=self.lost,
            strength=strength if self.names[0] != self.names[1] else None,
        )
        lines = table_lines(self.names, score, width)
        if self.without_result:
            lines.append(f"without a result: {self.without_result}")
        if self.sprt is not None:
            lines += [self._verdict_text(self.sprt), self._ratio_text()]
        return lines

    def data(self) -> dict[str, object]:
        """Return the result as an object for programs."""
        elo = elo_difference(self.won, self.drawn, self.lost)
        found: dict[str, object] = {
            "engines": list(self.names),
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "elo": elo.gap,
            "elo_low": elo.low,
            "elo_high": elo.high,
            "pairs": list(self.pairs.counts),
        }
        if self.sprt is not None:
            found["sprt"] = {"ratio": self.sprt.ratio(self.pairs), "verdict": self.sprt.verdict(self.pairs)}
        return {"duel": found}

    def _ratio_text(self) -> str:
        assert self.sprt is not None
        low, high = self.sprt.bounds
        ratio = self.sprt.ratio(self.pairs) if self.pairs.total else 0.0
        pairs = counted(self.pairs.total, "pair")
        return f"log likelihood ratio {ratio:+.2f} after {pairs} ({low:+.2f} to {high:+.2f})"

    def _verdict_text(self, sprt: Sprt) -> str:
        risks = f"alpha {ALPHA:g}, beta {BETA:g}"
        match sprt.verdict(self.pairs):
            case "elo0":
                return f"SPRT: the difference is {sprt.elo0:+g} Elo rather than {sprt.elo1:+g} ({risks})"
            case "elo1":
                return f"SPRT: the difference is {sprt.elo1:+g} Elo rather than {sprt.elo0:+g} ({risks})"
            case _:
                return f"SPRT: not decided between {sprt.elo0:+g} and {sprt.elo1:+g} Elo ({risks})"


def first_engine_score(state: MatchState, *, swapped: bool) -> float | None:
    """Return the points of the first engine in a finished game, or None if the game has no result.

    Args:
        swapped: Whether the first engine has the second seat.
    """
    if state.phase != "finished" or state.result is None:
        return None
    if state.result.winner is None:
        return 0.5
    return float((state.result.winner == 0) is not swapped)


def game_text(number: int, state: MatchState, names: Sequence[str], *, swapped: bool) -> str:
    """Return a finished game in one line: `3. level:3 v level:4  0-1 line  24 plies  K7QX`."""
    players = " v ".join(reversed(names) if swapped else names)
    result = state.result
    if state.phase != "finished" or result is None:
        score = "no result"
    else:
        score = "draw" if result.winner is None else ("1-0", "0-1")[result.winner]
    reason = f" {result.reason}" if result is not None else ""
    plies = counted(len(state.moves), "ply", "plies")
    return f"{number}. {players}  {score}{reason}  {plies}  {state.code}"
