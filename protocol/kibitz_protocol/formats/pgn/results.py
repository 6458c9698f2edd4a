"""Results of games as people write them: `1-0`, `1:0`, `½-½`, `0,5–0,5`, `+:-`, `draw`."""

import re

WON, LOST, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
"""Characters that stand for a dash, in results and in moves."""
HALF = r"(?:½|1\s?[/\u2044]\s?2|0[.,]5|[.,]5)"
SCORE = rf"(?:{HALF}|[012])"
BETWEEN = rf"\s?[{DASHES}:]\s?"
WORDS = {
    "draw": DRAWN,
    "drawn": DRAWN,
    "draw agreed": DRAWN,
    "draw by agreement": DRAWN,
    "remis": DRAWN,
    "remise": DRAWN,
    "nulle": DRAWN,
    "tablas": DRAWN,
    "patta": DRAWN,
    "empate": DRAWN,
    "ничья": DRAWN,
    "tie": DRAWN,
    "stalemate": DRAWN,
    "white won": WON,
    "white wins": WON,
    "white mates": WON,
    "black lost": WON,
    "black loses": WON,
    "black resigns": WON,
    "black resigned": WON,
    "black won": LOST,
    "black wins": LOST,
    "black mates": LOST,
    "white lost": LOST,
    "white loses": LOST,
    "white resigns": LOST,
    "white resigned": LOST,
    "unfinished": OPEN,
    "unknown": OPEN,
    "adjourned": OPEN,
    "?": OPEN,
    "": OPEN,
    "-": OPEN,
    "*": OPEN,
    "0-0": OPEN,
    "0:0": OPEN,
}
SIDES = {"white": WON, "black": LOST}
"""The winner, in a tag."""
SAID = "|".join(sorted((re.escape(words) for words in WORDS if words.isalpha() or " " in words), key=len, reverse=True))
PATTERN = rf"{SCORE}{BETWEEN}{SCORE}|{HALF}|[{DASHES}+=]\s?:\s?[{DASHES}+=]|\*|(?i:{SAID})"
"""A result, as a regular expression without groups; what follows it is to be checked by the caller."""
SIGNS = {
    "1-0": WON,
    "2-0": WON,
    "+-": WON,
    "0-1": LOST,
    "0-2": LOST,
    "-+": LOST,
    "h-h": DRAWN,
    "1-1": DRAWN,
    "h": DRAWN,
    "=-=": DRAWN,
    "==": DRAWN,
    "--": OPEN,
}
"""Results without blanks, with `h` for a half. Draughts counts two points for a win."""
REMARK = re.compile(r"\s*(?:\(?(?:ff?|forfeit|w\.?o\.?|def\.?|default|time|t|\+|#)\)?|[.,;!])*\s*", re.IGNORECASE)
"""What people write behind a result."""


def result_of(text: str) -> str | None:
    """Return `1-0`, `0-1`, `1/2-1/2` or `*` for a result; None for a text that is none."""
    plain = " ".join(text.lower().split()).rstrip(".")
    if plain in WORDS:
        return WORDS[plain]
    if plain in SIDES:
        return SIDES[plain]
    found = re.match(PATTERN, plain)
    if found is None or not REMARK.fullmatch(plain, found.end()):
        return None
    if found[0] == OPEN:
        return OPEN
    bare = re.sub(HALF, "h", re.sub(r"\s", "", found[0]))
    bare = re.sub(f"[{DASHES}:]", "-", bare.replace(":", "", 1) if "+" in bare or "=" in bare else bare)
    return SIGNS.get(bare)
