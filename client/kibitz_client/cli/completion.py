"""Completion of games, engines, match codes and moves in shells. `kibitz --install-completion` turns it on."""

import os
from collections.abc import Callable

import typer

from kibitz_client.errors import ClientError
from kibitz_client.settings import Settings
from kibitz_client.storage.completions import Completions
from kibitz_client.storage.files import completions_path

Words = list[tuple[str, str]]
SEATS = [("me", "you"), ("open", "any player who joins")]
TV = [("tv", "the featured match")]


def games(ctx: typer.Context, incomplete: str) -> Words:
    """Return the games of the server that begin with the typed text."""
    return _known(ctx, "games", incomplete)


def engines(ctx: typer.Context, incomplete: str) -> Words:
    """Return the engines of the server that begin with the typed text."""
    return _known(ctx, "engines", incomplete)


def seats(ctx: typer.Context, incomplete: str) -> Words:
    """Return what can be typed for a seat."""
    return _beginning(SEATS, incomplete) + engines(ctx, incomplete)


def codes(ctx: typer.Context, incomplete: str) -> Words:
    """Return the codes of open and live matches that begin with the typed text."""
    from kibitz_client.network.suggestions import match_codes

    return _ask(ctx, match_codes, incomplete)


def tournaments(ctx: typer.Context, incomplete: str) -> Words:
    """Return the codes of tournaments that begin with the typed text."""
    from kibitz_client.network.suggestions import tournament_codes

    return _ask(ctx, tournament_codes, incomplete)


def playable(ctx: typer.Context, incomplete: str) -> Words:
    """Return what can be played: games, and tournaments once their mark is typed."""
    marked = incomplete.upper().startswith("T-")
    return tournaments(ctx, incomplete) if marked else games(ctx, incomplete)


def watchable(ctx: typer.Context, incomplete: str) -> Words:
    """Return what can be watched: TV, the open and live matches, and tournaments once their mark is typed."""
    if incomplete.upper().startswith("T-"):
        return tournaments(ctx, incomplete)
    return _beginning(TV, incomplete) + codes(ctx, incomplete)


def finished(ctx: typer.Context, incomplete: str) -> Words:
    """Return the codes of finished matches that begin with the typed text."""
    from kibitz_client.network.suggestions import finished_codes

    return _ask(ctx, finished_codes, incomplete)


def moves(ctx: typer.Context, incomplete: str) -> Words:
    """Return the typed moves, continued by each legal move or due chance of the game on the command line."""
    from kibitz_client.network.suggestions import moves_after
    from kibitz_client.parsing.move_list import SEPARATOR, split_moves

    ends = [found.end() for found in SEPARATOR.finditer(incomplete)] or [incomplete.rfind(" ") + 1]
    before, last = incomplete[: ends[-1]], incomplete[ends[-1] :]
    # Before an option without its value, click has not assigned the arguments yet.
    game = ctx.params.get("game") or next(iter(ctx.args), None)
    if game is None:
        return []
    start = before + last[: len(last) - len(last.lstrip())]
    found = _ask(ctx, lambda settings: moves_after(settings, game, split_moves(before)), "")
    return _beginning([(start + move, help) for move, help in found], incomplete)


def _known(ctx: typer.Context, kind: str, incomplete: str) -> Words:
    """Return words of a kind from the kept lists or, without any, from the server, whose client is slow to import."""

    def find(settings: Settings) -> Words:
        lists = Completions(completions_path()).get(settings.server)
        if lists is None:
            from kibitz_client.network.suggestions import games_and_engines

            lists = games_and_engines(settings)
        return lists.get(kind, [])

    return _ask(ctx, find, incomplete)


def _ask(ctx: typer.Context, find: Callable[[Settings], Words], incomplete: str) -> Words:
    """Return the words that begin with the typed text, under the options that the command line has so far."""
    try:
        settings = Settings.read(os.environ, _given(ctx, "server"), _given(ctx, "name"), None, json=False)
        return _beginning(find(settings), incomplete)
    except ClientError:
        return []


def _given(ctx: typer.Context, option: str) -> str | None:
    """Return an option of the command, or the same option before the command."""
    for context in (ctx, ctx.parent):
        value = context.params.get(option) if context is not None else None
        if isinstance(value, str):
            return value
    return None


def _beginning(words: Words, incomplete: str) -> Words:
    return [(word, help) for word, help in words if word.lower().startswith(incomplete.lower())]
