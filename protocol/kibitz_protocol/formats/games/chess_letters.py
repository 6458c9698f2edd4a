"""Letters of chess pieces by language, and signs that stand for them, as files have them. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz_protocol.formats.pgn.results import DASHES

PIECES = "KQRBNP"


class Alphabet(NamedTuple):
    """Letters of king, queen, rook, bishop, knight and pawn, divided by blanks, and the languages that have them."""

    letters: str
    languages: str


ENGLISH = Alphabet("K Q R B N P", "English")
ALPHABETS = (
    ENGLISH,
    Alphabet("K D T L S B", "German, Danish, Norwegian, Swedish, Croatian or Slovene"),
    Alphabet("R D T F C P", "French"),
    Alphabet("R D T A C P", "Spanish, Italian or Catalan"),
    Alphabet("R D T B C P", "Portuguese"),
    Alphabet("K D T L P p", "Dutch"),
    Alphabet("Кр Ф Л С К п", "Russian"),
    Alphabet("Кр Ф Т С К п", "Ukrainian"),
    Alphabet("K H W G S P", "Polish"),
    Alphabet("K D V S J P", "Czech or Slovak"),
    Alphabet("K V B F H G", "Hungarian"),
    Alphabet("K D H B R P", "Icelandic"),
    Alphabet("K D T L R S", "Finnish"),
    Alphabet("R D T N C P", "Romanian"),
    Alphabet("K L V O R E", "Estonian"),
    Alphabet("K D T L Z B", "Latvian"),
    Alphabet("K V B R Ž P", "Lithuanian"),
    Alphabet("Ş V K F A P", "Turkish"),
    Alphabet("R D T K Ĉ P", "Esperanto"),
    Alphabet("Ц Д Т О К П", "Bulgarian"),
    Alphabet("К Д Т Л С П", "Serbian"),
    Alphabet("Ρ Β Π Α Ι Σ", "Greek"),
    Alphabet("R M B G K P", "Indonesian"),
)
FIGURINES = dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)) | dict.fromkeys("♙♟", "")
SIGNS = str.maketrans(
    FIGURINES
    | dict.fromkeys("\ufe0e\ufe0f\u200b\u200d\ufeff", "")
    | dict.fromkeys(DASHES[1:], "-")
    | {"×": "x", "х": "x", "а": "a", "с": "c", "е": "e", "\u041e": "O", "\u043e": "O", "\u039f": "O"}
)
"""Figurines with or without the variation selectors, dashes, and letters of other scripts that look alike."""
CASTLING = re.compile(r"[O0o](\s?-?\s?[O0o]){1,2}")
NULL = ("Z0", "--", "null", "(null)", "@@@@", "0000", "<>", "pass")
"""How programs write that a side does not move."""
TAIL = re.compile(r"(?:[!?,;.+#\u2020\u2021=-]|\u00b1|\u2213|ep|e\.p|mate|ch|N(?<=[1-8]N))+$")
GLUED = re.compile(
    r"[a-h]x?[a-h]?[1-8](?:=?[QRBN](?![a-hx1-8]))?[+#]?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?|O-O(?:-O)?[+#]?"
)
NUMBERED = re.compile(r"[0-9]{1,4}[.:)]*(?=[a-hA-Z])")


def fitting(texts: Iterable[str]) -> Iterator[Alphabet]:
    """Yield the alphabets that have all letters of pieces in some moves, English first."""
    used: set[str] = set()
    for text in texts:
        if not CASTLING.match(text):
            used.update(re.findall(r"Кр|[^\W\d_a-zа-я]", text.translate(SIGNS)))
    for alphabet in ALPHABETS:
        if used <= set(alphabet.letters.split()) or alphabet is ENGLISH:
            yield alphabet


def standard(text: str, alphabet: Alphabet = ENGLISH) -> str:
    """Return a move with English letters, dashes of ASCII and letters for figurines."""
    plain = text.translate(SIGNS)
    if found := CASTLING.match(plain):
        return "O-O-O" if len(re.sub(r"[\s-]", "", found[0])) == 3 else "O-O"
    if alphabet is ENGLISH:
        return plain
    letters: dict[str, str | int | None] = dict(zip(alphabet.letters.split()[:5], PIECES, strict=False))
    if "Кр" in letters:
        plain = plain.replace("Кр", "K")
        del letters["Кр"]
    return plain.translate(str.maketrans(letters))


def parts(text: str) -> list[str]:
    """Return the moves of a text without blanks between them, such as `e4Nf6`; the text itself if it is none."""
    found = list(GLUED.finditer(text))
    whole = "".join(each[0] for each in found)
    return [each[0] for each in found] if whole == text else [text]
