"""Typed text to explain requests, and back. Pure."""

import re
from collections.abc import Collection
from dataclasses import replace

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.parsing.move_list import join_moves, split_moves
from kibitz_protocol.game_names import NamedGame, leading_game
from kibitz_protocol.values.games import option_text

SHORT = re.compile(r"[\d\s/.,;+-]+")
"""Leaf values in short, as addresses have them."""


def subject_of(text: str, games: Collection[NamedGame], like: ExplainRequest) -> ExplainRequest:
    """Parse leaf values, a game with options and moves, or the code of a match and a ply; keep the rest of `like`."""
    request = ExplainRequest(algorithm=like.algorithm, depth=like.depth)
    if text.startswith("[") or ("/" in text and SHORT.fullmatch(text)):
        return replace(request, tree=text, first=like.first)
    name, *words = text.split()
    if (named := leading_game(text.split(), games)) is not None:
        found, count = named
        name, words = found.name, text.split()[count:]
        meant = tuple(f"{key}={option_text(value)}" for key, value in found.all_options({}, new=False).items())
        options = meant + tuple(word.rstrip(",") for word in words if "=" in word)
        moves = " ".join(word for word in words if "=" not in word)
        return replace(request, game=name, options=options, moves=join_moves(split_moves(moves)))
    ply = int(words[0]) if len(words) == 1 and words[0].isdecimal() else None
    return replace(request, match=text if ply is None else name, ply=ply)


def typed(request: ExplainRequest) -> str:
    """Return the text of a request. A start position cannot be typed, so it is left out."""
    if request.tree is not None:
        return request.tree
    if request.match is not None:
        return request.match if request.ply is None else f"{request.match} {request.ply}"
    return " ".join([request.game or "", *request.options, request.moves or ""]).strip()
