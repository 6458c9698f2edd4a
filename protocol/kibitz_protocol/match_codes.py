"""Codes of matches and tournaments: their characters, their lengths, how they are written and read. Pure.

A code is an address that people read aloud and type. That of a listed match is short, because the lobby shows it to
everyone. That of any other match is a secret of the people who were given it, and so long that it cannot be guessed. It
is written in groups, `7KQ2-XF9H-3MTB`, and read in any case, with and without the signs between groups.

The code of a tournament has a mark before it, `T-7KQ2XF`, so that it is never taken for that of a match.

It imports nothing, so that the rules of matches may use it too. The web page has its twin, `network/codes.js`.
"""

import re

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has no I, L, O and U."""
SHORT, LONG = 6, 12
"""Characters of the code of a listed match, and of any other."""
GROUP = 4
"""Characters between two dashes of a long code."""
TOURNAMENT = "T"
"""Mark of the code of a tournament."""
LOOKALIKES = str.maketrans(
    {"O": "0", "I": "1", "L": "1"} | dict.fromkeys("-\u2010\u2011\u2012\u2013\u2014\u2212_ \t\xa0")
)
"""Characters that are read as others, or not at all."""
IN_ADDRESS = rf"(?i:[0-9A-Z]{{{SHORT}}}|[0-9A-Z]{{{GROUP}}}(?:(?:-|%20)?[0-9A-Z]{{{GROUP}}}){{{LONG // GROUP - 1}}})"
"""Regular expression of a code in the path of an address, where a browser writes a blank as `%20`."""
TOURNAMENT_IN_ADDRESS = rf"[Tt](?:-|%20)?(?:{IN_ADDRESS})"
"""Regular expression of the code of a tournament in the path of an address."""
_CODE = re.compile(IN_ADDRESS)
_TOURNAMENT = re.compile(TOURNAMENT_IN_ADDRESS)
_SQUARES = re.compile(r"(?:[A-Za-z]\d{1,2})+")


def canonical(text: str) -> str:
    """Return a code as servers write it, for a code in any spelling. Other text comes back without a meaning."""
    code = text.strip().upper().translate(LOOKALIKES)
    if code.startswith(TOURNAMENT) and len(code) - 1 in (SHORT, LONG):
        return f"{TOURNAMENT}-{canonical(code[1:])}"
    return "-".join(code[at : at + GROUP] for at in range(0, LONG, GROUP)) if len(code) == LONG else code


def of_address(path: str) -> str:
    """Return the code that a part of the path of an address is."""
    return canonical(path.replace("%20", ""))


def is_code(text: str) -> bool:
    """Return whether text is a code, and not moves that look like one: `e2e4e7e5g1f3`, `Nxe5 Qxf7 Kxd8`."""
    joined = text.replace(" ", "-") if text == text.upper() else text
    return _CODE.fullmatch(joined) is not None and not (len(text) > SHORT and _SQUARES.fullmatch(text.replace(" ", "")))


def is_tournament_code(text: str) -> bool:
    """Return whether text is the code of a tournament, in any spelling."""
    return _TOURNAMENT.fullmatch(canonical(text)) is not None
