"""Names of players: visible ones, valid ones for accounts, and names that look alike.

Names are compared by skeleton, following Unicode's TS 39: letters that look alike or are easily confused count as one.
`confusables.txt` has the table of that standard; a few pairs of this module are stricter. The name of an account keeps
to one alphabet, that of a guest only may not look like the name of an account. No player gets a name by which an engine
or the server is shown (`shown_names`). A guest who had one before gets another name; an account keeps it, because its
@ tells it from the engine, which is marked as such.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from kibitz_protocol.validation.characters import described, is_sign
from kibitz_server.accounts import shown_names

SHORTEST, LONGEST = 2, 32
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
SHAPE = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")
MAX_MARKS = 4
"""Most accents on one letter, as in UTS 39, section 5.4."""
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""Characters without a shape that are neither control nor format characters: fillers, blanks, variation selectors."""

SIGNS = "∣│❘⏽׀℮⋿∨⋁∪⋃⊤⟙×╳⨯⤫⤬⍳⍴⍺", "iiiiieevvuuttxxxxxipa"
"""Signs that look like letters in the table of the standard, and these letters."""
CONFUSABLES = str.maketrans(
    dict(
        zip(
            "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝкмтвн" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ" + "01ı|" + SIGNS[0],
            "abesijkmhopctyxaesijopcyxdhqwkmtbh" + "abezhikmnoptyxaikvoptux" + "oiii" + SIGNS[1],
            strict=True,
        )
    )
)
"""Letters that count as the same in every name, more than in the standard."""
PAIRS = (("rn", "m"), ("vv", "w"), ("l", "i"))


class BadName(ValueError):
    """A name that a player cannot have. The text is for the player."""


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return the skeleton of a name, the same for all names that look alike. It is unique among accounts."""
    # Signs that look like a letter count as one, so only what remains of the signs is left out.
    text, before = unicodedata.normalize("NFKD", INVISIBLE.sub("", name)), None
    # Some letters look alike only as capitals, and others only as small letters.
    while text != before:
        before, text = text, _bare(text.translate(CONFUSABLES).translate(_LOOKS).casefold())
    for pair, one in PAIRS:
        text = text.replace(pair, one)
    return text


def check_visible(name: str) -> None:
    """Check that other players can see all of a name, and nothing but the name.

    Raises:
        BadName: It has invisible characters, or more accents than a letter can carry.
    """
    composed = unicodedata.normalize("NFC", name)
    if found := INVISIBLE.search(composed):
        place = f"character {found.start() + 1}, {described(found[0])}"
        raise BadName(f"a name has no invisible characters: {place}")
    if not any(unicodedata.category(c)[0] in "LNPS" for c in composed):
        raise BadName("a name has no invisible characters alone")
    marks = (unicodedata.category(c) in ("Mn", "Me") for c in unicodedata.normalize("NFD", name))
    if any(is_mark and len(list(run)) > MAX_MARKS for is_mark, run in groupby(marks)):
        raise BadName(f"a letter of a name has at most {MAX_MARKS} accents")


def account_name(name: str) -> str:
    """Return the name in the form in which it is stored.

    Raises:
        BadName: An account cannot have the name.
    """
    check_visible(name)
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"an account's name has {SHORTEST} to {LONGEST} characters")
    if not SHAPE.fullmatch(_without_signs(name)):
        raise BadName("an account's name is letters and digits, with blanks, dots, dashes or _ between them")
    if len(skeleton(name)) < SHORTEST:
        raise BadName("that name is hard to tell from another")
    if sum(any(unicodedata.name(c, "").startswith(alphabet) for c in name) for alphabet in ALPHABETS) > 1:
        raise BadName("an account's name keeps to one alphabet")
    check_free(name)
    return name


def check_free(name: str) -> None:
    """Check that a name looks neither like a part of the server, nor like an engine, nor like the name of an account.

    Raises:
        BadName: It does.
    """
    if (shown := shown_as(name)) is not None:
        raise BadName(f"{name!r} could be taken for {shown}")
    seen = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c)[0] not in "CMZ")
    if next(seen, "") == "@":
        raise BadName("a name that begins with @ belongs to an account, and is its name with an @ before it")


def is_free(name: str) -> bool:
    """Return whether `check_free` allows a name."""
    try:
        check_free(name)
    except BadName:
        return False
    return True


def _without_signs(name: str) -> str:
    """Return a name without the joiners, vowel signs and viramas that some scripts have behind their letters."""
    return "".join(character for at, character in enumerate(name) if at == 0 or not is_sign(name, at))


@lru_cache(maxsize=4096)
def shown_as(name: str) -> str | None:
    """Return what a name could be taken for: `an engine` or `the server itself`; None if it is a name of its own."""
    return shown_names.likeness(unicodedata.normalize("NFKC", name), skeleton)


def _bare(text: str) -> str:
    """Return the letters and digits of a text without accents and compatibility forms."""
    return "".join(c for c in INVISIBLE.sub("", unicodedata.normalize("NFKD", text)) if c.isalnum())


LETTER = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER)"
    r" ([A-Z])"
)
"""Names of letters that Unicode does not take for forms of a plain letter: small capitals, white on black, flags."""


def _read_looks() -> dict[int, str]:
    """Return the look of each character of `confusables.txt`, of letters and digits in shapes, of small capitals."""
    looks: dict[int, str] = {}
    for line in Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines():
        look, _, characters = line.partition(" ")
        if look != "#":
            alike = [ord(c) for c in (characters if len(look) > 1 or look.isascii() else look + characters)]
            known = (CONFUSABLES[code] for code in alike if code in CONFUSABLES)
            looks |= dict.fromkeys(alike, str(next(known, look)))
    for code in (*range(0x1D00, 0x1D80), *range(0x0250, 0x02B0), *range(0xA700, 0xA800), *range(0x1F130, 0x1F200)):
        if found := LETTER.fullmatch(unicodedata.name(chr(code), "")):
            looks[code] = found[1]
    looks |= {code: f"{unicodedata.numeric(chr(code)):.0f}" for code in range(0x2776, 0x2794)}
    return looks


_LOOKS = _read_looks()
