"""Options of the engine while it runs: `kibitz-level`, and `kibitz-param`, whose answer GoGui shows as a dialog."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.limit import LEVELS
from kibitz_server.programs.engines.strength import SELECTABLE
from kibitz_server.programs.gtp.commands import Arguments, GtpFailure
from kibitz_server.programs.gtp.engine import GtpState, PlaySettings

Change = Callable[[PlaySettings, str], PlaySettings]


def level(engine: GtpState, arguments: Arguments) -> str:
    """Answer the level, or set it; 0 is full strength."""
    if len(arguments):
        _set(engine, "level", arguments.word())
    return str(engine.settings.strength.level)


def param(engine: GtpState, arguments: Arguments) -> str:
    """Answer all options with their kinds and values, or set one; a value of 0 or none ends a bound."""
    if not len(arguments):
        return "\n".join(_described(engine.settings))
    _set(engine, arguments.word().lower(), " ".join(arguments.rest()))
    return ""


def _described(settings: PlaySettings) -> Iterator[str]:
    yield f"[list/{'/'.join(map(str, (0, *LEVELS)))}] level {settings.strength.level}"
    yield f"[list/{'/'.join(SELECTABLE)}] algorithm {settings.strength.algorithm}"
    yield f"[string] seconds {settings.seconds or 0:g}"
    yield f"[string] playouts {settings.playouts or 0}"
    yield f"[string] resign {settings.resign:g}"


def _set(engine: GtpState, name: str, value: str) -> None:
    """Set an option.

    Raises:
        GtpFailure: There is no such option, or the value is not allowed.
    """
    if name not in CHANGES:
        raise GtpFailure(f"there is no option {name[:40]!r}; there are {', '.join(CHANGES)}")
    try:
        settings = CHANGES[name](engine.settings, value)
        check(settings.strength.algorithm, engine.board.game)
    except (ValueError, UnfitAlgorithm) as error:
        raise GtpFailure(str(error)) from None
    engine.settings = settings
    engine.prepare()


def _number(text: str) -> float:
    try:
        return Arguments([text]).number()
    except GtpFailure:
        raise ValueError(f"{text[:40]!r} is not a number") from None


CHANGES: dict[str, Change] = {
    "level": lambda settings, value: replace(settings, strength=settings.strength.at_level(value)),
    "algorithm": lambda settings, value: replace(settings, strength=settings.strength.by(value.lower())),
    "seconds": lambda settings, value: settings.with_bounds(seconds=_number(value)),
    "playouts": lambda settings, value: settings.with_bounds(playouts=_number(value)),
    "resign": lambda settings, value: settings.with_bounds(resign=_number(value)),
}
COMMANDS = {"kibitz-level": level, "kibitz-param": param}
