"""Options of games as text: values, defaults and what they may be. Pure."""

from collections.abc import Mapping, Sequence

from kibitz_protocol.values.games import GameInfo, OptionInfo, OptionValue, option_text

SCORED = ("komi",)
"""Options that scores contain, which are worth knowing even with their defaults."""


def range_text(option: OptionInfo, options: Sequence[OptionInfo]) -> str:
    """Return what an option may be: `0 to 100 in steps of 0.5; 0.5 unless handicap=0`.

    Args:
        options: All options of the game.
    """
    other = _decides(option, options)
    if option.otherwise is None or other is None:
        return option.range
    return f"{option.range}; {option_text(option.otherwise.default)} unless {other.name}={option_text(other.default)}"


def default_text(option: OptionInfo, options: Sequence[OptionInfo], typed: Mapping[str, str]) -> str:
    """Return the default of an option beside the others as they are typed.

    Args:
        options: All options of the game.
        typed: Typed values by the names of their options. An empty one leaves the default.
    """
    other = _decides(option, options)
    if option.otherwise is None or other is None:
        return option_text(option.default)
    usual, text = option_text(other.default), typed.get(other.name, "").strip()
    return option_text(option.default if text in ("", usual) else option.otherwise.default)


def all_values(options: Sequence[OptionInfo], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the values of all options: those that are given, and the defaults beside them.

    Args:
        options: All options of the game.
        given: Values by the names of their options.
    """
    found: dict[str, OptionValue] = {}
    for option in options:
        other = _decides(option, options)
        usual = other is None or given.get(other.name, other.default) == other.default
        found[option.name] = option.default if usual or option.otherwise is None else option.otherwise.default
    return found | dict(given)


def offered(game: GameInfo) -> list[OptionInfo]:
    """Return the options that a new match may be given by a form."""
    return [option for option in game.options if option.offered]


def changed_options(options: Sequence[OptionInfo], values: Mapping[str, OptionValue]) -> list[str]:
    """Return the options of a match that are not as usual, `handicap=2`, and the points that one gives: `komi=7.5`.

    A value is as usual if it is the default, both beside the other values and beside their defaults.

    Args:
        options: All options of the game.
        values: Values by the names of their options.
    """
    typed = {name: option_text(value) for name, value in values.items()}
    usual = {option.name: {default_text(option, options, given) for given in ({}, typed)} for option in options}
    return [f"{name}={text}" for name, text in typed.items() if usual.get(name) != {text} or name in SCORED]


def _decides(option: OptionInfo, options: Sequence[OptionInfo]) -> OptionInfo | None:
    """Return the option that decides which default another one has, if the server sent it."""
    name = option.otherwise.option if option.otherwise is not None else None
    return next((other for other in options if other.name == name), None)
