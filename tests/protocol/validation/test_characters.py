"""Characters that cannot be shown are named with their place, and joiners are legible where words need them."""

import json
import unicodedata

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_protocol.codec import BadMessage, decode_to_client, decode_to_server
from kibitz_protocol.commands.lobby_chat import SayInLobby
from kibitz_protocol.validation.characters import check_legible, check_name, described, illegible
from kibitz_protocol.validation.legible import REPLACEMENT, is_legible, legible

LETTERS = {
    "Persian": "می\u200cخواهم",
    "Hindi": "क्\u200dष",
    "Hindi, apart": "क्\u200cष",
    "Bengali": "র\u200d্য",
    "Malayalam, at the end": "അവന്\u200d",
    "Sinhala": "ශ්\u200dරී",
    "Kannada": "ರ\u200d್ಕ",
}
PICTURES = {
    "family": "👨\u200d👩\u200d👧",
    "technologist of a colour": "👩🏽\u200d💻",
    "flag with VS16": "🏳\ufe0f\u200d🌈",
    "heart on fire": "❤\ufe0f\u200d🔥",
    "nodding": "🙂\u200d↔\ufe0f",
    "flag of letters": "🇩🇪",
    "flag of a region": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "keycap": "1\ufe0f\u20e3",
    "newer than this Python": "\U0001fa77 \U0001fae8",
}
OTHERS = {
    "marks": "Zalgo\u0301\u0302 ﷺ",
    "form of a Chinese character": "葛\U000e0100",
    "Arabic year": "\u0601٢٠٢٦",
    "wide blank": "日本\u3000語\xa0ok",
}
REFUSED = {
    "a\x1b[2J": (2, "U+001B ESCAPE"),
    "tab\there": (4, "U+0009 TAB"),
    "a\x01": (2, "U+0001 CONTROL CHARACTER"),
    "look\u202ehere": (5, "U+202E RIGHT-TO-LEFT OVERRIDE"),
    "x\u2066y": (2, "U+2066 LEFT-TO-RIGHT ISOLATE"),
    "x\u200fy": (2, "U+200F RIGHT-TO-LEFT MARK"),
    "x\u061cy": (2, "U+061C ARABIC LETTER MARK"),
    "zero\u200bwidth": (5, "U+200B ZERO WIDTH SPACE"),
    "line\u2028end": (5, "U+2028 LINE SEPARATOR"),
    "soft\xadhyphen": (5, "U+00AD SOFT HYPHEN"),
    "ad\u200cmin": (3, "U+200C ZERO WIDTH NON-JOINER"),
    "ad\u200dmin": (3, "U+200D ZERO WIDTH JOINER"),
    "می\u200c\u200cخواهم": (3, "U+200C ZERO WIDTH NON-JOINER"),
    "می\u200ca": (3, "U+200C ZERO WIDTH NON-JOINER"),
    "👨\u200d": (2, "U+200D ZERO WIDTH JOINER"),
    "👨\u200c👩": (2, "U+200C ZERO WIDTH NON-JOINER"),
    "\u200d👩x": (1, "U+200D ZERO WIDTH JOINER"),
    "x\U000e0041": (2, "U+E0041 TAG LATIN CAPITAL LETTER A"),
    "🏴\U000e0067\U000e0062": (2, "U+E0067 TAG LATIN SMALL LETTER G"),
    "x\ue000": (2, "U+E000 PRIVATE USE CHARACTER"),
    "x\u0378": (2, "U+0378 UNASSIGNED CHARACTER"),
    "x\u2800": (2, "U+2800 BRAILLE PATTERN BLANK"),
    "x\u3164": (2, "U+3164 HANGUL FILLER"),
    "a\U000e0100": (2, "U+E0100 VARIATION SELECTOR-17"),
}


@pytest.mark.parametrize("text", [*LETTERS.values(), *PICTURES.values(), *OTHERS.values()])
def test_text_of_all_scripts_is_legible(text: str) -> None:
    """It may be said, and clients read it as it was sent, but for the width of blanks."""
    assert check_legible(text) == text
    assert SayInLobby(id="1", text=f"so: {text}").text == f"so: {text}"
    said = json.dumps({"t": "notice", "text": f"so: {text}"})
    shown = "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)
    assert decode_to_client(said).text == f"so: {shown}"


@pytest.mark.parametrize(("text", "place"), REFUSED.items())
def test_a_refused_character_is_named_with_its_place(text: str, place: tuple[int, str]) -> None:
    """A refusal and its twin in the client have the same words, and a client that reads it shows a replacement."""
    number, name = place
    sentence = f"has a character that cannot be shown: character {number}, {name}"
    with pytest.raises(ValueError, match="cannot be shown") as refused:
        check_legible(text)
    assert str(refused.value) == sentence
    with pytest.raises(BadMessage) as answered:
        decode_to_server(json.dumps({"t": "lobby_say", "id": "1", "text": text}))
    assert f"text {sentence}" in str(answered.value)
    with pytest.raises(UsageError, match="cannot be shown") as unsent:
        build(SayInLobby, text=text)
    assert str(unsent.value) == f"text {sentence}"
    assert next(illegible(text)) == number - 1
    assert not is_legible(text)
    assert legible(text)[number - 1] == REPLACEMENT


@pytest.mark.parametrize("name", LETTERS.values())
def test_names_have_joiners_between_letters(name: str) -> None:
    """Words of these scripts are names too."""
    assert check_name(name) == name
    assert Settings.read({}, None, name, None, json=False).name == name


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", PICTURES["flag of a region"], "ann\u200d", "\u0601٢"])
def test_names_have_no_other_invisible_characters(name: str) -> None:
    """What is not seen could make two names look alike."""
    with pytest.raises(ValueError, match="cannot be shown: character"):
        check_name(name)
    with pytest.raises(UsageError, match="cannot be a player's name: it has a character that cannot be shown"):
        Settings.read({}, None, name, None, json=False)


def test_every_character_has_a_description() -> None:
    """Also one without a name."""
    assert described("\x1b") == "U+001B ESCAPE"
    assert described("\ud800") == "U+D800 SURROGATE"
    assert described("a") == "U+0061 LATIN SMALL LETTER A"
