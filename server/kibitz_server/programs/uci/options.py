"""Options of the UCI engine: the size of its table, the level, the algorithm, and Chess960."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from kibitz_server.engine import levels
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from kibitz_server.programs.engines.strength import SELECTABLE, EngineStrength
from kibitz_server.programs.uci.commands import BadCommand, SetOption

TABLE_MB = 16
"""Size of the table, which is part of the machine code."""
ARRAY = "array"
"""Option of chess for the number of the first row."""
SHUFFLED = 0
"""Any first row but the usual one: with it, castling is written as in Chess960."""


@dataclass(frozen=True, slots=True)
class Options:
    """Values of the options."""

    strength: EngineStrength
    chess960: bool = False

    @classmethod
    def of(cls, game: Game) -> "Options":
        """Return the default values for a game."""
        return cls(EngineStrength.of(game))

    def changed(self, command: SetOption, game: Game) -> "Options":
        """Return the options after a command.

        Raises:
            BadCommand: There is no such option, or the value is not allowed.
        """
        value = command.value.strip().lower()
        with suppress(ValueError):
            match command.name.lower():
                case "hash":
                    return self  # a runner sets it to the only value, or to its own default
                case "level":
                    return replace(self, strength=self.strength.at_level(value))
                case "algorithm":
                    return replace(self, strength=self.strength.by(value))
                case "uci_chess960" if value in ("true", "false") and ARRAY in game.options:
                    return replace(self, chess960=value == "true")
        known = [line.split()[2] for line in described(game)]
        if command.name.lower() not in (name.lower() for name in known):
            raise BadCommand(f"there is no option {command.name[:40]!r}; there are {', '.join(known)}")
        raise BadCommand(f"{command.value[:40]!r} is not a value of the option {command.name}")


def described(game: Game) -> Iterator[str]:
    """Yield the lines that describe the options."""
    yield f"option name Hash type spin default {TABLE_MB} min {TABLE_MB} max {TABLE_MB}"
    yield f"option name Level type spin default 0 min 0 max {LEVELS[-1]}"
    known = " ".join(f"var {name}" for name in SELECTABLE)
    yield f"option name Algorithm type combo default {levels.strongest(game)} {known}"
    if ARRAY in game.options:
        yield "option name UCI_Chess960 type check default false"


def rules_for(game: Game, options: Options) -> tuple[Game, str | None]:
    """Return the game to play and its first position; None for that of the game."""
    if not options.chess960 or ARRAY not in game.options:
        return game, None
    return load(game.name, {**game.options, ARRAY: SHUFFLED}), game.start().text
