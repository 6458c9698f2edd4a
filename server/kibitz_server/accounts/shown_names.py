"""The texts by which engines and the server itself are shown, as a grammar of words.

An engine is shown by its algorithm with its budget (`Engine.name`), on the web page by a level in words, and everywhere
with a mark before it. So a name is one of these texts if it consists of nothing but their words and numbers, in any
order and with any signs between them. A name with a word of its own is another name: `level up`, `Kim Level`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from itertools import product
from typing import NamedTuple

from kibitz_protocol.values.engines import LEVEL
from kibitz_protocol.values.seats import ENGINE_MARK
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine.algorithms import ALGORITHMS

LEVELS = (LEVEL, "stufe")
"""Words for a level of strength, in the languages of the web page."""
MARKS = (ENGINE_MARK, "engines")
"""Words that mark an engine, in the languages of the web page. No name has one of them."""
PROGRAM = "kibitz"
SERVER = (
    *("admin", "administrator", "anonymous", "mod", "moderation", "moderator", "operator", "root", "server"),
    "system",
)
"""Words by which the server, its roles and its announcements are shown."""
BESIDE = ("bot", "bots", "exhibition", "house", "the")
"""Words that may stand beside the others, as in `house bot level 5`, and are names by themselves."""

AN_ENGINE, THE_SERVER = "an engine", "the server itself"
COLON = re.compile("[:\u02d0\u0589\u05c3\u2236\ua789]")
"""Colons and what looks like one. An engine is shown with its budget after a colon."""
SEPARATORS = re.compile(r"[\W_]+")
NUMBER_AROUND = re.compile(r"^[\d\W_]+|[\d\W_]+$")

Skeleton = Callable[[str], str]


class Grammar(NamedTuple):
    """The grammar in skeletons of words (`names.skeleton`): texts of an engine and of the server.

    A number behind a level or a limit (`counted`) may be written in letters that look like digits, `o` and `i`, or as a
    Roman one. Beside other words such letters make a name of its own: `Modi`, `Solvei`, `Lilo Level`.
    """

    engines: frozenset[str]
    marks: frozenset[str]
    head: re.Pattern[str]
    engine: re.Pattern[str]
    counted: re.Pattern[str]
    engine_with_count: re.Pattern[str]
    server: re.Pattern[str]


@cache
def grammar(skeleton: Skeleton) -> Grammar:
    """Return the grammar in skeletons."""
    limits = tuple(field.name for field in fields(Budget))
    engines, servers = (*ALGORITHMS, *LEVELS, *MARKS), (PROGRAM, *SERVER, *BESIDE)
    words = (*engines, *servers, *limits)
    # The end of a word and the beginning of another may look like one letter: `r` and `n` like `m`.
    pairs = {(a, b): skeleton(a + b) for a, b in product(words, words) if len(skeleton(a[-1] + b[0])) == 1}

    def either(chosen: Iterable[str]) -> str:
        """Return a pattern of words, and of pairs with one of them, the longest first."""
        own = set(chosen)
        looks = {*map(skeleton, own), *(look for pair, look in pairs.items() if not own.isdisjoint(pair))}
        return "|".join(sorted(looks, key=lambda look: (-len(look), look)))

    every, beside = either(words), either(servers)
    return Grammar(
        engines=frozenset(map(skeleton, engines)),
        marks=frozenset(map(skeleton, MARKS)),
        head=re.compile(either(engines)),
        engine=re.compile(rf"(?:{every}|\d)+"),
        counted=re.compile(either((*LEVELS, *limits))),
        engine_with_count=re.compile(rf"\d*(?:{every})(?:{every}|[\dioxv]|e(?=[\dio]))*"),
        server=re.compile(rf"(?:{beside}|\d)*(?:{skeleton(PROGRAM)}[\dio]*|{either(SERVER)})(?:{beside}|\d)*"),
    )


def likeness(name: str, skeleton: Skeleton) -> str | None:
    """Return what a name could be taken for: `AN_ENGINE`, `THE_SERVER`, or None.

    Args:
        name: The name, in the compatibility form NFKC.
        skeleton: Returns the same text for all names that look alike.
    """
    known, whole = grammar(skeleton), skeleton(name)
    head = skeleton(COLON.split(name, maxsplit=1)[0])
    # Without the numbers around it, as their digits look like letters.
    texts = (whole, skeleton(NUMBER_AROUND.sub("", name)), head)
    if not known.marks.isdisjoint(map(skeleton, SEPARATORS.split(name))) or head in known.engines:
        return AN_ENGINE
    if "=" in name and whole.startswith(tuple(known.engines)):
        return AN_ENGINE
    if known.head.search(whole):
        return AN_ENGINE if any(_shows_engine(text, known) for text in texts) else None
    return THE_SERVER if any(map(known.server.fullmatch, texts)) else None


def _shows_engine(text: str, known: Grammar) -> bool:
    pattern = known.engine_with_count if known.counted.search(text) else known.engine
    return pattern.fullmatch(text) is not None
