"""The engines that play and search unless the user names one. No I/O."""

ENGINE = "alphabeta"
ENGINE_OF_CHANCE = "expectiminimax"
"""The engine for games with chance events, which ENGINE does not play."""
ENGINE_OF_SECRETS = "cfr"
"""The engine for games in which each player sees only a part of the position, where it knows how to play them."""
ENGINE_OF_ALL_SECRETS = "ismcts"
"""The engine for all such games."""
ENGINE_OF_GO = "mcts"
"""The engine for games with the notation of Go: playouts find good moves there, and lines of a few moves do not."""
GO_NOTATION = "gtp"


def default_engine(*, chance: bool, hidden: bool = False, notation: str | None = None) -> str:
    """Return the name of the engine for a game by its properties: chance events, hidden information, and notation."""
    if notation == GO_NOTATION:
        return ENGINE_OF_GO
    return ENGINE_OF_SECRETS if hidden else ENGINE_OF_CHANCE if chance else ENGINE


def default_opponent(*, chance: bool, hidden: bool = False, notation: str | None = None) -> str:
    """Return the engine with its limit for a move."""
    return f"{default_engine(chance=chance, hidden=hidden, notation=notation)}:seconds=1"


def default_opponents(*, chance: bool, hidden: bool = False, notation: str | None = None) -> list[str]:
    """Return engines with their limits: a server that refuses the first one for a game may have the next one for it."""
    found = [default_opponent(chance=chance, hidden=hidden, notation=notation)]
    return [*found, f"{ENGINE_OF_ALL_SECRETS}:seconds=1"] if hidden else found
