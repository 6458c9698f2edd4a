"""Names of accounts: valid ones, and names that look alike.

Names are compared by skeleton, following Unicode's TS 39: letters that look alike or are easily confused count as one.
The table has the Greek and Cyrillic letters that look like Latin ones. Names that mix these alphabets are refused, so a
longer table would detect little more.
"""

import re
import unicodedata

SHORTEST, LONGEST = 2, 32
RESERVED = "admin administrator anonymous kibitz mod moderator operator root server system"
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
SHAPE = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")

CONFUSABLES = str.maketrans(
    dict(
        zip(
            "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝкмтвн" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ" + "01ı|",
            "abesijkmhopctyxaesijopcyxdhqwkmtbh" + "abezhikmnoptyxaikvoptux" + "oiii",
            strict=True,
        )
    )
)
PAIRS = (("rn", "m"), ("vv", "w"), ("l", "i"))


class BadName(ValueError):
    """A name that an account cannot have. The text is a sentence for the player."""


def skeleton(name: str) -> str:
    """Return the skeleton of a name, the same for all names that look alike. It is unique among accounts."""
    # Twice, because some letters look alike only as capitals, and others only as small letters.
    text = _bare(_bare(name).translate(CONFUSABLES).casefold()).translate(CONFUSABLES)
    for pair, one in PAIRS:
        text = text.replace(pair, one)
    return text


def account_name(name: str) -> str:
    """Return the name in the form in which it is stored.

    Raises:
        BadName: An account cannot have the name.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"an account's name has {SHORTEST} to {LONGEST} characters")
    if not SHAPE.fullmatch(name):
        raise BadName("an account's name is letters and digits, with blanks, dots, dashes or _ between them")
    if len(skeleton(name)) < SHORTEST:
        raise BadName("that name is hard to tell from another")
    if sum(any(unicodedata.name(c, "").startswith(alphabet) for c in name) for alphabet in ALPHABETS) > 1:
        raise BadName("an account's name keeps to one alphabet")
    if is_reserved(name):
        raise BadName(f"{name!r} could be taken for the server itself")
    return name


def is_reserved(name: str) -> bool:
    """Return whether a name looks like a part of the server."""
    return skeleton(name) in {skeleton(word) for word in RESERVED.split()}


def _bare(text: str) -> str:
    """Return the letters and digits of a text without accents and compatibility forms."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())
