"""Names of accounts: which may be one, and which two nobody could tell apart.

A name is compared by its skeleton, in the manner of Unicode's TS 39: letters that look alike, or that people take for
each other, count as one. The table holds the letters of Greek and Cyrillic that are drawn as Latin ones; names that mix
these alphabets are refused anyway, so a longer table would catch little more.
"""

import re
import unicodedata

SHORTEST, LONGEST = 2, 32
RESERVED = "admin administrator anonymous kibitz mod moderator operator root server system"
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
SHAPE = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")

LOOKALIKES = str.maketrans(
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
    """What cannot be the name of an account; the text is a sentence."""


def skeleton(name: str) -> str:
    """What is left of a name when everything is one that looks like one. Two accounts never share it."""
    # Twice, because capitals are alike where small letters are not, and the other way round.
    text = _bare(_bare(name).translate(LOOKALIKES).casefold()).translate(LOOKALIKES)
    for pair, one in PAIRS:
        text = text.replace(pair, one)
    return text


def account_name(name: str) -> str:
    """The name in the form in which it is kept. Raises BadName."""
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
    """Whether a name could be taken for a part of the server."""
    return skeleton(name) in {skeleton(word) for word in RESERVED.split()}


def _bare(text: str) -> str:
    """Letters and digits without accents and other forms."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())
