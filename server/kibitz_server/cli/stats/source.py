"""Where statistics get their results: counts that were typed, or the games of a file."""

import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from kibitz_protocol.formats.pgn.reader import read_file, read_games
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.validation.reading import open_regular
from kibitz_server.cli.stats.counts import LIST_HINT, BadResults, looks_like_counts, read_counts, read_encounter
from kibitz_server.cli.stats.games import Between, FileGame, between, players_in, read_results, tournament_results
from kibitz_server.core.tournament.statistics.pairs import Sample
from kibitz_server.core.tournament.statistics.rating_list import Encounter
from kibitz_server.core.tournament.statistics.sprt import FORM, SequentialTest, parse_test
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.tournament_files.source import rebuilt
from kibitz_server.tournament_files.verify import MOST_BYTES, CompleteFile, NotATournament

SPRT_HINT = "kibitz-server stats sprt 0:10 34,54,63,64,75"
FILE_HINT = "name a file of games in PGN with White, Black and Result, or one of a tournament, or give counts"
WHOLE = re.compile(rb'\s*\{\s*"kibitz_tournament"')
"""How the complete file of a tournament begins."""


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Results of two players: counts, and where they come from a file, its games and how many others it has."""

    counts: tuple[int, ...]
    between: Between | None = None
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ManyPlayers:
    """Results of many players. `names` has their numbers."""

    names: dict[str, int]
    encounters: list[Encounter]
    left_out: int = 0


def test_among(words: Sequence[str]) -> tuple[SequentialTest, list[str]]:
    """Return the test that one of the arguments is, and the other arguments.

    Raises:
        BadResults: None of them is a test.
    """
    found = next((word for word in words if ":" in word and not Path(word).exists()), None)
    if found is None:
        raise BadResults(f"name a test: {FORM}", SPRT_HINT)
    rest = list(words)
    rest.remove(found)
    try:
        return parse_test(found), rest
    except ValueError as error:
        raise BadResults(str(error), SPRT_HINT) from None


def two_players(
    words: Sequence[str], pairs: str | None, games: str | None, of: str | None, against: str | None
) -> TwoPlayers:
    """Return the results that the arguments and options of a command name.

    Args:
        words: Counts, or a file.
        pairs: Counts of game pairs.
        games: Counts of games.
        of: The first player of a file.
        against: The second one.

    Raises:
        BadResults: There are none.
    """
    if pairs is not None and games is not None:
        raise BadResults("--pairs and --games exclude each other", "leave one of them out")
    sample: Sample | None = "pairs" if pairs is not None else "games" if games is not None else None
    typed = " ".join([*filter(None, [pairs, games]), *words])
    if sample is None and len(words) == 1 and _is_file(words[0]):
        played, left_out = _read(words[0])
        found = _selected(played, _named(words[0]), of, against)
        return TwoPlayers(found.counts, found, left_out)
    if of is not None or against is not None:
        raise BadResults("--of and --against select players of a file", "name the file, or leave them out")
    if not typed.strip():
        raise BadResults("give counts of results, or a file of games")
    return TwoPlayers(read_counts(typed, sample))


def many_players(words: Sequence[str]) -> ManyPlayers:
    """Return the results of a file, or those that were typed.

    Raises:
        BadResults: There are none.
    """
    if not words:
        raise BadResults("give a file of games, or results", LIST_HINT)
    names: dict[str, int] = {}
    encounters: list[Encounter] = []

    def add(first: str, second: str, points: float, games: int) -> None:
        one, other = (names.setdefault(name, len(names) + 1) for name in (first, second))
        encounters.append(Encounter(one, other, points, games))

    if len(words) == 1 and ("," not in words[0] or Path(words[0]).exists()):
        played, left_out = _read(words[0])
        for game in played:
            add(*game.players, game.points, 1)
        return ManyPlayers(names, encounters, left_out)
    for word in words:
        add(*read_encounter(word))
    return ManyPlayers(names, encounters)


def anchor_of(text: str, names: dict[str, int]) -> tuple[int, float]:
    """Return the number of a player and its rating, as `NAME=ELO` says.

    Raises:
        BadResults: The text says none, or there are no results of that player.
    """
    name, _, elo = text.rpartition("=")
    try:
        level = float(elo)
    except ValueError:
        level = float("nan")
    if not name or not abs(level) <= 100_000:
        raise BadResults(f"{text[:40]!r} is no anchor: it is a name and a rating", "--anchor NAME=1500")
    if name not in names:
        raise BadResults(f"there are no results of {name[:40]!r}, only of {_listed(list(names))}", "check the name")
    return names[name], level


def _is_file(word: str) -> bool:
    return word == "-" or Path(word).exists() or not looks_like_counts(word)


def _selected(played: Sequence[FileGame], file: str, of: str | None, against: str | None) -> Between:
    """Return the results of the selected players, or of the only two."""
    players = players_in(played)
    for name in (of, against):
        if name is not None and name not in players:
            raise BadResults(f"{file} has no games of {name[:40]!r}, only of {_listed(players)}", "check the name")
    if of is None and against is None and len(players) > 2:
        raise BadResults(
            f"{file} has {len(players)} players: {_listed(players)}",
            "select two with --of and --against, one with --of, or compare all: kibitz-server stats list",
        )
    first = of if of is not None else next(player for player in players if player != against)
    if first == against:
        raise BadResults("--of and --against name the same player", "name two players")
    found = between(played, first, against)
    if not found.games:
        raise BadResults(f"{file} has no game between {first!r} and {against!r}", "leave out --against")
    return found


def _read(file: str) -> tuple[list[FileGame], int]:
    """Return the games of a file that have a result, and how many others there are."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open_regular(Path(file)) as stream:
            content = stream.read(MOST_BYTES + 1)
        if WHOLE.match(content):
            found, left_out = tournament_results(_tournament(content))
        else:
            found, left_out = read_results(read_games(read_file(BytesIO(content)).text), _sides)
    except (BadGame, NotATournament) as error:
        raise BadResults(f"{_named(file)} cannot be read: {error}", FILE_HINT) from None
    except OSError as error:
        raise BadResults(f"{_named(file)} cannot be read: {error.strerror}", FILE_HINT) from None
    if not found:
        raise BadResults(f"{_named(file)} has no game with a result and two players", FILE_HINT)
    return found, left_out


def _tournament(content: bytes) -> Tournament:
    entries = CompleteFile(content).entries
    try:
        return rebuilt(entries)
    except Exception as error:
        # Events that do not follow from each other break the state anywhere.
        raise NotATournament("the file is damaged: its events do not fit each other") from error


def _sides(game: str) -> Sequence[str]:
    """Return the names of the sides of a game, as its files have them."""
    try:
        return load(game).declaration.seats
    except UnknownGame:
        return ("White", "Black")


def _named(file: str) -> str:
    return "the input" if file == "-" else file


def _listed(players: Sequence[str]) -> str:
    return ", ".join(players[:10]) + (f" and {len(players) - 10} more" if len(players) > 10 else "")
