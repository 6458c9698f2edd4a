"""Declaration of a game: its name, texts, seats and options, and how options are read."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

OptionValue = int | float | bool | str
ANY = "any"
"""Value of an option that leaves the choice to the server. It is never the value of a game."""


class BadOption(ValueError):
    """Option that the game does not have, or a value out of range; the message is for users."""


@dataclass(frozen=True, slots=True)
class Option:
    """Parameter of a game; the type of the default is the type of the option.

    `low`, `high` and `step` bound a number, and `without` are numbers between them that it may not be. An option with a
    float as its default has floats as values, such as halves with `step=0.5`. A list of up to `most` integers is
    written as text joined by commas. A boolean option uses none of them. With `any`, a client that creates a match may
    leave a number to the server, which chooses it at random.

    Without `offered`, forms for a new match leave it out, as it is for files and analysis boards.

    `title` and `german` are its name as people read it, such as "Board size" and "Brettgröße".

    `otherwise` is the name of another option, and the default of this one while the other is not at its own default.
    The other one has neither `any` nor `otherwise`, so that its value is known when the default is.
    """

    name: str
    default: OptionValue
    low: int = 0
    high: int = 1
    meaning: str = ""
    step: float = 1
    most: int = 1
    any: bool = False
    offered: bool = True
    without: tuple[int, ...] = ()
    otherwise: tuple[str, OptionValue] | None = None
    title: str = ""
    german: str = ""

    @property
    def range(self) -> str:
        """Allowed values, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        last = [ANY] if self.any else []
        if isinstance(self.default, float):
            steps = f" in steps of {self.step:g}" if self.step != 1 else ""
            but = f", but not {_joined([str(number) for number in self.without])}" if self.without else ""
            return _joined([f"{self.low} to {self.high}{steps}{but}", *last])
        bounds = _joined([*(map(str, self.numbers) if self.step > 1 else _runs(self.numbers)), *last])
        return f"1 to {self.most} numbers of {bounds} joined by ','" if isinstance(self.default, str) else bounds

    @property
    def numbers(self) -> Sequence[float]:
        """Numbers that the option may have, in order: integers, or floats where the default is one."""
        if isinstance(self.default, float):
            count = int((self.high - self.low) / self.step)
            found: Sequence[float] = [self.low + place * float(self.step) for place in range(count + 1)]
        else:
            found = range(self.low, self.high + 1, int(self.step))
        return [number for number in found if number not in self.without] if self.without else found

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
            raise BadOption(f"option {self.name} may be {ANY} only in a new match, where the server chooses it")
        if found is None:
            raise BadOption(f"option {self.name} is {self.range}, not {value!r}")
        return found

    def allows(self, value: object) -> bool:
        """Return whether `read` accepts a value."""
        try:
            self.read(value)
        except BadOption:
            return False
        return True

    def _number(self, value: object) -> float | None:
        text = str(value).strip()
        if isinstance(value, bool) or len(text) >= 10:
            return None
        if isinstance(self.default, float):
            # -0.0 becomes 0.0.
            number = float(text) + 0.0 if DECIMAL.fullmatch(text) else None
        else:
            number = int(text) if WHOLE.fullmatch(text) else None
        return number if number in self.numbers else None


DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
WHOLE = re.compile(r"-?[0-9]+")


def _joined(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last


def _runs(numbers: Sequence[float]) -> list[str]:
    """Return the runs of numbers that follow each other: `0` and `2 to 9`."""
    if isinstance(numbers, range):
        return [f"{numbers[0]} to {numbers[-1]}"]
    begins = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    return [str(low) if low == high else f"{low} to {high}" for low, high in zip(begins, ends, strict=True)]


def _read_flag(value: object) -> bool | None:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return words.get(str(value).strip().lower())


def other_names(*names: str) -> dict[str, dict[str, OptionValue]]:
    """Return other names of a game that stand for no options."""
    return {name: {} for name in names}


def read_guide(file: str) -> str:
    """Return the text of `guide.md` in the folder of a module, whose `__file__` is given."""
    return Path(file).with_name("guide.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Declaration:
    """Name, texts, seats, options and general properties of a game.

    `sides` says that an option decides which seat moves first, so that players choose a side and not the first move, as
    in every game with chance.

    `draw_offers_stand` says that a draw offered before an own move can be accepted until the other side moves, as the
    rules of chess (FIDE 9.1.2.1) and draughts have it. In other games each move ends all offers.

    `goes_on` are options that are true or false, one after the other, with which a game that the rules have drawn goes
    on: for files, analysis and other programs, where the players may not have known or claimed the draw.

    `notation` is `uci` for a game whose moves and positions are written as UCI engines do: `e2e4`, and FEN. It is `gtp`
    for a game whose moves are written as in the Go Text Protocol: `D4` and `pass`.

    `aliases` are the other names by which people know the game. Each has the options that it stands for, as `chess960`
    has; `other_names` makes those without. The names of other games and their titles come first.
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
    sides: bool = False
    guide: str = ""
    """Rules and notation for a player who does not know the game, in paragraphs with an empty line between them."""
    notation: str = ""
    pairs: bool = False
    """Whether game scores number the moves in pairs, one of each side (`3. Nf3 c6`), and not each by itself."""
    draw_offers_stand: bool = False
    goes_on: tuple[str, ...] = ()
    aliases: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict, hash=False)
    least_plies: int = 4
    """Plies below which a rated match that a player ended does not count; by default each side has moved twice.

    It is at most that of the shortest end by the rules. It is ignored in a game with chance, where a player who ends a
    match alone has lost from the first draw on.
    """

    def __post_init__(self) -> None:
        """Check the other names, because one that cannot be read would cost the server its list of games.

        Raises:
            BadOption: A name stands for an option that the game does not have, or for a value out of range.
            TypeError: They are not names with options.
        """
        if not isinstance(self.aliases, Mapping) or not all(
            isinstance(given, Mapping) for given in self.aliases.values()
        ):
            raise TypeError('the aliases are not names with options; write aliases=other_names("checkers")')
        for given in self.aliases.values():
            self.read_request(given)

    def read_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options with their values, with defaults for those not given.

        Raises:
            BadOption: The game does not have such an option, or the value is out of range.
        """
        return {name: option.read(value) for name, (option, value) in self._given(given).items()}

    def read_request(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return all options as `read_options` does, with ANY for those whose value the server is to choose.

        Raises:
            BadOption: The game does not have such an option, or the value is out of range.
        """
        values = self._given(given)
        return {name: ANY if option.is_any(value) else option.read(value) for name, (option, value) in values.items()}

    def random_values(self, given: Mapping[str, object], below: Callable[[int], int]) -> dict[str, OptionValue]:
        """Return values for the options that are given as ANY.

        Args:
            given: Options as a client gives them. Other values than ANY are not checked.
            below: Returns a number from 0 to one less than its argument.
        """
        left = [option for option in self.options if option.is_any(given.get(option.name))]
        return {option.name: option.numbers[below(len(option.numbers))] for option in left}

    def _given(self, given: Mapping[str, object]) -> dict[str, tuple[Option, object]]:
        """Return all options by name with their values as given, otherwise their defaults.

        Raises:
            BadOption: The game does not have one of the given options.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = f"its options are {', '.join(known)}" if known else "it has no options"
                raise BadOption(f"{self.name} has no option {name!r}; {has}")
        defaults = {option.name: _default(option, known, given) for option in self.options}
        return {name: (option, given.get(name, defaults[name])) for name, option in known.items()}


def _default(option: Option, known: Mapping[str, Option], given: Mapping[str, object]) -> OptionValue:
    """Return the value of an option that is not given, beside the others as given.

    Raises:
        BadOption: The value of the option that decides is out of range.
    """
    if option.otherwise is None:
        return option.default
    other, value = known[option.otherwise[0]], option.otherwise[1]
    return option.default if other.read(given.get(other.name, other.default)) == other.default else value
