"""The line of keys at the foot of a screen."""

import pytest

from kibitz_client.tui import strings
from kibitz_client.tui.widgets.key_line import KeyHint, fitting, key_hints


def test_keys_are_told_from_what_they_do() -> None:
    """Several keys may share a description, and a command needs none."""
    assert key_hints("Enter open  m M mistake  + - speed  /draw  Esc Esc leave  1-4 arrows choose") == [
        KeyHint("Enter", "open"),
        KeyHint("m M", "mistake"),
        KeyHint("+ -", "speed"),
        KeyHint("/draw", ""),
        KeyHint("Esc Esc", "leave"),
        KeyHint("1-4 arrows", "choose"),
    ]


@pytest.mark.parametrize("name", [name for name in vars(strings) if name.endswith("_KEYS")])
def test_every_hint_begins_with_a_key(name: str) -> None:
    """No text of the keys has words without a key."""
    assert all(hint.keys for hint in key_hints(getattr(strings, name))), name


def test_the_keys_that_lead_everywhere_stay() -> None:
    """On a narrow screen the last hints are left out, never settings, help and quit."""
    pinned = key_hints(", settings  ? help  ^Q quit")
    hints = key_hints("Enter open  n new  w watch")
    assert fitting(hints, pinned, 80) == [*hints, *pinned]
    assert fitting(hints, pinned, 40) == [*hints[:1], *pinned]
    assert fitting(hints, pinned, 10) == pinned
