"""Letters of chess pieces by language, and signs that stand for them, as files have them. Pure."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
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
CASTLING = re.compile(r"[O0o](?:\s?-\s?[O0o](\s?-\s?[O0o])?|[O0o]([O0o])?)")
NULL = ("Z0", "--", "null", "(null)", "@@@@", "0000", "<>", "pass")
"""How programs write that a side does not move."""
TAIL = re.compile(r"(?:[!?,;.+#\u2020\u2021=-]|\u00b1|\u2213|ep|e\.p|mate|ch|disc?|dbl|N(?<=[1-8]N))+$")
ONE = re.compile(
    r"[a-h](?:[1-8]?[x:-]?[a-h])?[1-8](?:=?[QRBN])?[+#]*|[KQRBN][a-h]?[1-8]?[x:-]?[a-h][1-8][+#]*|O-O(?:-O)?[+#]*"
)
"""One move. Moves without blanks between them can be divided in several ways, such as `Bb5a6`."""
LONGEST_ONE = 9
BESIDE = re.compile(r"(?:[0-9]{1,3}[.)]+|[,./\u2026])*")
"""What may be between moves in place of blanks."""
NUMBERED = re.compile(r"^[0-9]{1,4}[.:)]*(?=[a-hA-Z])")


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
    letters = _letters(alphabet)
    plain, at, parts = text.translate(SIGNS), 0, []
    for found in CASTLING.finditer(plain):
        parts += [_in_english(plain[at : found.start()], letters), "O-O-O" if found[1] or found[2] else "O-O"]
        at = found.end()
    return "".join([*parts, _in_english(plain[at:], letters)])


@cache
def _letters(alphabet: Alphabet) -> dict[str, str]:
    return dict(zip(alphabet.letters.split()[:5], PIECES, strict=False)) if alphabet is not ENGLISH else {}


def _in_english(text: str, letters: dict[str, str]) -> str:
    if "Кр" in letters:
        text = text.replace("Кр", "K")
    return text.translate({ord(letter): piece for letter, piece in letters.items() if len(letter) == 1})


def first_moves(text: str) -> Iterator[tuple[str, str]]:
    """Yield what the first move of moves without blanks between them may be, the longest first, and what follows it."""
    for end in range(min(len(text), LONGEST_ONE), 1, -1):
        if ONE.fullmatch(text, 0, end):
            between = BESIDE.match(text, end)
            assert between is not None
            yield text[:end], text[between.end() :]
