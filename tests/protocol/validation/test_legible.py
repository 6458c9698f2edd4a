"""Text from outside as text that can be shown."""

import json
from typing import Any

import pytest

from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.validation.legible import REPLACEMENT, is_legible, legible

HARMFUL = {
    "escape sequence": "\x1b[2J",
    "title": "\x1b]0;root\x07",
    "clipboard": "\x1b]52;c;cm0gLXJm\x07",
    "backspace": "\b",
    "carriage return": "\r",
    "delete": "\x7f",
    "C1 introducer": "\x9b2J",
    "next line": "\x85",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "soft hyphen": "\xad",
    "byte order mark": "\ufeff",
    "line separator": "\u2028",
    "tag": "\U000e0041",
    "private use": "\ue000",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "grapheme joiner": "\u034f",
    "variation selector 17": "\U000e0100",
}


@pytest.mark.parametrize("text", HARMFUL.values(), ids=list(HARMFUL))
@pytest.mark.parametrize("ascii_only", [False, True], ids=["raw", "escaped"])
def test_no_harmful_character_is_read(text: str, ascii_only: bool) -> None:
    """No control, format or invisible character of a server is in a message that was read."""
    said = {"t": "said", "match": "m1", "room": "players", "name": f"a{text}b", "text": text, "at": 1.5}
    frame = json.dumps({**said, "new": {text: text}}, ensure_ascii=ascii_only)
    message = decode_to_client(frame)
    assert message == decode_to_client(frame.encode())
    assert is_legible(message.name)
    assert message.name.startswith("a")
    assert message.name.endswith("b")
    assert REPLACEMENT in message.text


def test_names_of_counters_and_options_are_legible() -> None:
    """The keys of an object are text of a server too."""
    lobby = {"t": "lobby", "gone": [], "changed": [row(options={"si\x1b[7mze": "\u202e5"})]}
    (found,) = decode_to_client(json.dumps(lobby)).changed
    assert found.options == {f"si{REPLACEMENT}[7mze": f"{REPLACEMENT}5"}


def row(**changes: Any) -> dict[str, Any]:
    """Return a row of the lobby."""
    empty = {"seats": [], "ply": 0, "clock": None, "watchers": 0, "result": None}
    return {"match": "m1", "code": "K7QX", "game": "mnk", "phase": "open", **empty, **changes}


def test_only_a_guide_has_lines() -> None:
    """A line break stays in the guide of a game and nowhere else."""
    info = {"name": "mnk", "title": "m\nn", "summary": "", "move_help": "", "seats": [], "options": [], "guide": "a\nb"}
    answer = {"t": "accepted", "id": "1", "result": {"kind": "games", "games": [info]}}
    (game,) = decode_to_client(json.dumps(answer)).result.games
    assert (game.guide, game.title) == ("a\nb", f"m{REPLACEMENT}n")


@pytest.mark.parametrize("text", ["Zoë", "日本", "♟️ ok", 'a "quoted" \\ word', "ｶﾅ", "नमस्ते"])
def test_other_text_is_unchanged(text: str) -> None:
    """Letters, marks and symbols of all scripts are read as they were sent."""
    notice = {"t": "notice", "text": text}
    assert decode_to_client(json.dumps(notice)).text == text
    assert decode_to_client(json.dumps(notice, ensure_ascii=False)).text == text


def test_wide_blanks_become_blanks() -> None:
    """A blank of any width is shown as one blank."""
    assert legible("a\xa0b\u3000c") == "a b c"
