"""Rated play of honest programs and cheats for some hours, and who is in the first half of the tables after it."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.games.chance import chance_games
from tests.simulation.machine.entropy import seeded
from tests.simulation.rated.cheats import CHEATS, Cheat
from tests.simulation.rated.league import League
from tests.simulation.rated.program import OPTIONS, Program


class Day:
    """What came of the play. `rules` are the bounds of rated matches."""

    def __init__(self, seed: int, games: Sequence[str], honest: int, hours: float, rules: Any) -> None:
        self.games = games
        with chance_games():
            asyncio.run(self._play(seed, honest, hours, rules))

    async def _play(self, seed: int, honest: int, hours: float, rules: Any) -> None:
        league = League(seed, self.games, rated=rules)
        with seeded(league.stream("entropy")):
            for number in range(honest):
                Program(league, f"honest{number}", f"198.51.{number}.1", 0.2 + 0.7 * number / (honest - 1))
            self.cheats: list[Cheat] = [
                cheat(league, number) for number, cheat in enumerate(CHEATS) if cheat.game in self.games
            ]
            await league.run(hours)
            self.programs = league.programs
            self.tables = {game: league.table(game) for game in (*self.games, None)}

    def ahead(self) -> dict[str, list[str]]:
        """Return the cheats and accomplices in the first half of each table, by the name of the game."""
        honest = {program.name for program in self.programs if program.honest}
        found = {}
        for game, rows in self.tables.items():
            half = [row["player"] for row in rows[: (len(rows) + 1) // 2]]
            found[game or "all games"] = [name for name in half if name not in honest and ":" not in name]
        return found


def short_day(game: str, rules: Any, seed: int = 1) -> Day:
    """Play one game in a small league, with its cheats."""
    return Day(seed, [game], honest=16, hours=7, rules=rules)


def whole_day(rules: Any, seed: int = 1) -> Day:
    """Play all games with 40 programs, of which eight cheat, for 24 hours."""
    return Day(seed, list(OPTIONS), honest=32, hours=24, rules=rules)
