"""The engines that play and search unless the user names one. No I/O."""

ENGINE = "alphabeta"
ENGINE_OF_CHANCE = "expectiminimax"
"""The engine for games with random draws, which ENGINE does not play."""


def default_engine(*, chance: bool) -> str:
    """Return the name of the engine for a game with random draws, or for one without."""
    return ENGINE_OF_CHANCE if chance else ENGINE


def default_opponent(*, chance: bool) -> str:
    """Return the engine with its limit for a move, for a game with random draws or without."""
    return f"{default_engine(chance=chance)}:seconds=1"
