"""Declaration of a game: its name, texts, seats and options, and how options are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

OptionValue = int | bool | str
ANY = "any"
"""Value of an option that leaves the choice to the server. It is never the value of a game."""


class BadOption(ValueError):
    """Option that the game does not have, or a value out of range; the message is a sentence for users."""


@dataclass(frozen=True, slots=True)
class Option:
    """Parameter of a game; the type of the default is the type of the option.

    `low`, `high` and `step` bound an integer. A list of up to `most` such integers is written as text joined by commas.
    A boolean option uses none of them. With `any`, a client that creates a match may leave a number to the server,
    which draws it.
    """

    name: str
    default: OptionValue
    low: int = 0
    high: int = 1
    meaning: str = ""
    step: int = 1
    most: int = 1
    any: bool = False

    @property
    def range(self) -> str:
        """Allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if self.step > 1:
            *values, last = [*map(str, self.numbers), *([ANY] if self.any else [])]
            return f"{', '.join(values)} or {last}"
        bounds = f"{self.low} to {self.high}{f' or {ANY}' if self.any else ''}"
        return f"1 to {self.most} numbers of {bounds} joined by ','" if isinstance(self.default, str) else bounds

    @property
    def numbers(self) -> Sequence[int]:
        """Numbers that an integer option may have."""
        return range(self.low, self.high + 1, self.step)

    def is_any(self, value: object) -> bool:
        """Return whether a value leaves the choice to the server."""
        return self.any and str(value).strip().lower() == ANY

    def read(self, value: object) -> OptionValue:
        """Return the value in the option's own type. Numbers and booleans may be given as text.

        Raises:
            BadOption: The value is of another type or out of range.
        """
        found: OptionValue | None
        if isinstance(self.default, bool):
            found = _read_flag(value)
        elif isinstance(self.default, str):
            parts = value if isinstance(value, list | tuple) else str(value).split(",")
            numbers = [self._number(part) for part in parts]
            fits = None not in numbers and len(numbers) <= self.most
            found = ",".join(str(number) for number in numbers) if numbers and fits else None
        else:
            found = self._number(value)
        if found is None and self.is_any(value):
            raise BadOption(f"option {self.name} may be {ANY} only in a new match, where the server draws it")
        if found is None:
            raise BadOption(f"option {self.name} is {self.range}, not {value!r}")
        return found

    def _number(self, value: object) -> int | None:
        text = str(value).strip()
        if isinstance(value, bool) or not (text.isascii() and text.isdecimal() and len(text) < 10):
            return None
        return int(text) if int(text) in self.numbers else None


def _read_flag(value: object) -> bool | None:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return words.get(str(value).strip().lower())


@dataclass(frozen=True, slots=True)
class Declaration:
    """Name, texts, seats, options and general properties of a game.

    `notation` is `uci` for a game whose moves and positions are written as UCI engines do: `e2e4`, and FEN.
    """

    name: str
    title: str
    summary: str
    move_help: str
    seats: tuple[str, ...] = ("X", "O")
    options: tuple[Option, ...] = ()
    chance: bool = False
    hidden: bool = False
    zero_sum: bool = True
    guide: str = ""
    """Rules and notation for a player who does not know the game, in paragraphs with an empty line between them."""
    notation: str = ""

    def read_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options with their values, with defaults for those not given.

        Raises:
            BadOption: The game does not have such an option, or the value is out of range.
        """
        return {name: option.read(given.get(name, option.default)) for name, option in self._known(given).items()}

    def read_request(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options as `read_options` does, with ANY for those whose value the server is to draw.

        Raises:
            BadOption: The game does not have such an option, or the value is out of range.
        """
        values = {name: (option, given.get(name, option.default)) for name, option in self._known(given).items()}
        return {name: ANY if option.is_any(value) else option.read(value) for name, (option, value) in values.items()}

    def drawn(self, given: Mapping[str, object], draw: Callable[[int], int]) -> dict[str, OptionValue]:
        """Return values for the options that are given as ANY.

        Args:
            given: Options as a client gives them. Other values than ANY are not checked.
            draw: Returns a number from 0 to one less than its argument.
        """
        left = [option for option in self.options if option.is_any(given.get(option.name))]
        return {option.name: option.numbers[draw(len(option.numbers))] for option in left}

    def _known(self, given: Mapping[str, object]) -> dict[str, Option]:
        """Return all options by name.

        Raises:
            BadOption: The game does not have one of the given options.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = f"its options are {', '.join(known)}" if known else "it has no options"
                raise BadOption(f"{self.name} has no option {name!r}; {has}")
        return known
