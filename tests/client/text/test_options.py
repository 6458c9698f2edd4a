"""Options of games as text."""

import pytest

from kibitz_client.text.options import all_values, changed_options, default_text, range_text
from kibitz_protocol.values.games import OptionInfo, OptionValue, option_text
from tests.client.go import HANDICAP, KOMI

BOTH = (KOMI, HANDICAP)


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (7, "7"), (6.5, "6.5"), ("3,4", "3,4"), ("Ab", "Ab")])
def test_values(value: OptionValue, text: str) -> None:
    """A value is written as it is typed."""
    assert option_text(value) == text


def test_a_whole_value_has_no_decimal_point() -> None:
    """A server may write a whole number in both ways."""
    data = KOMI.model_dump() | {"default": 7.0}
    assert option_text(OptionInfo.model_validate_json(OptionInfo(**data).model_dump_json()).default) == "7"


def test_what_an_option_may_be() -> None:
    """The other default is there too, unless the option that decides is not."""
    assert range_text(KOMI, BOTH) == "0 to 100 in steps of 0.5; 0.5 unless handicap=0"
    assert range_text(HANDICAP, BOTH) == "0 or 2 to 9"
    assert range_text(KOMI, [KOMI]) == "0 to 100 in steps of 0.5"


@pytest.mark.parametrize(
    ("typed", "komi"),
    [({}, "7.5"), ({"handicap": ""}, "7.5"), ({"handicap": " 0 "}, "7.5"), ({"handicap": "2"}, "0.5")],
)
def test_defaults(typed: dict[str, str], komi: str) -> None:
    """The default follows what is typed for the option that decides."""
    assert default_text(KOMI, BOTH, typed) == komi
    assert default_text(HANDICAP, BOTH, typed) == "0"
    assert default_text(KOMI, [KOMI], typed) == "7.5"


@pytest.mark.parametrize(
    ("given", "komi", "handicap"),
    [({}, 7.5, 0), ({"handicap": 0}, 7.5, 0), ({"handicap": 2}, 0.5, 2), ({"handicap": 2, "komi": 7}, 7, 2)],
)
def test_all_values(given: dict[str, OptionValue], komi: float, handicap: int) -> None:
    """Values that are not given are the defaults that apply; unknown ones are kept."""
    assert all_values(BOTH, given) == {"komi": komi, "handicap": handicap}
    assert all_values([KOMI], {"handicap": 2, "size": 5}) == {"komi": 7.5, "handicap": 2, "size": 5}


@pytest.mark.parametrize(
    ("komi", "handicap", "changed"),
    [
        (7.5, 0, ["komi=7.5"]),
        (6.5, 0, ["komi=6.5"]),
        (0.5, 2, ["komi=0.5", "handicap=2"]),
        (7.5, 2, ["komi=7.5", "handicap=2"]),
    ],
)
def test_what_is_not_as_usual(komi: float, handicap: int, changed: list[str]) -> None:
    """The komi is always shown, because scores contain it; other options if they differ from their defaults."""
    assert changed_options(BOTH, {"komi": komi, "handicap": handicap}) == changed
    assert changed_options((), {"exact": True}) == ["exact=true"]
