"""Numbers as people write them: with a comma, with halves and quarters, in Chinese characters, and with other text."""

import re
import unicodedata

DIGITS = "〇一二三四五六七八九"
NUMBER = re.compile(
    r"(?P<sign>[-+\N{MINUS SIGN}\N{EN DASH}])?\s*(?:"
    r"(?P<whole>[0-9]{1,6})\s*(?:[又と ]\s*)?(?P<over>[0-9])/(?P<under>[0-9])"
    r"|(?P<over_alone>[0-9])/(?P<under_alone>[0-9])"
    r"|(?P<number>(?<![0-9])(?<![0-9]e)[0-9]{1,6}(?:[.,][0-9]{0,6})?(?![0-9]|e[0-9])|[.,][0-9]{1,6}))"
    r"\s*(?P<unit>[目집子]|points?|zi)?\s*(?P<half>半|반|half)?"
    r"|(?P<only_half>半|반|half|1/2)",
    re.ASCII,
)
CHINESE = re.compile(f"[{DIGITS}十]{{1,3}}")
VULGAR = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}


def plain(text: str) -> str:
    """Return a text in small letters of ASCII where it has other forms of them, and with fractions written out."""
    for sign, written in VULGAR.items():
        text = text.replace(sign, written)
    return unicodedata.normalize("NFKC", text).lower()


def number_of(text: str) -> float | None:
    """Return the first number of a plain text; None if there is none.

    Stones of Chinese counting are two points each, so `3 3/4子` is 7.5, and a half after the unit counts: `6目半`.
    """
    found = NUMBER.search(_in_digits(text))
    if found is None:
        return None
    if found["only_half"]:
        return 0.5
    if found["number"]:
        value = float(found["number"].replace(",", "."))
    else:
        under = int(found["under"] or found["under_alone"])
        if not under:
            return None
        value = int(found["whole"] or 0) + int(found["over"] or found["over_alone"]) / under
    if found["half"]:
        value += 0.5
    if found["unit"] in ("子", "zi"):
        value *= 2
    return -value if found["sign"] not in (None, "+") else value


def whole_of(text: str) -> int | None:
    """Return the first whole number of a plain text, of at most three digits; None if there is none."""
    found = re.search(r"(?<![0-9.,-])[0-9]{1,3}(?![0-9.,])", _in_digits(text), re.ASCII)
    return int(found[0]) if found else None


def _in_digits(text: str) -> str:
    return CHINESE.sub(lambda found: str(_chinese(found[0])), text)


def _chinese(digits: str) -> int:
    """Return a number below 100 that is written with the characters of China and Japan."""
    tens, ten, ones = digits.partition("十")
    if not ten:
        return int("".join(str(DIGITS.index(digit)) for digit in digits))
    return 10 * (DIGITS.find(tens[-1:]) if tens else 1) + (DIGITS.find(ones[:1]) if ones else 0)
