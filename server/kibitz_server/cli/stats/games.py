"""Results of the games of a file: which players met, which games are pairs, and what else statistics need.

The file has games in PGN, or is the complete one of a tournament.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from kibitz_protocol.formats.pgn.reader import PgnGame
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.statistics.pairs import GAME_POINTS, PAIR_POINTS, Sample
from kibitz_server.core.tournament.statistics.repeated import RepeatedGames, moves_hash, repeated_games
from kibitz_server.core.tournament.values import HowEnded

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
ENGLISH = "21"
"""Number of English draughts in PDN, in which Black moves first."""
UNKNOWN = ("", "?", "-", "*")
START = ("FEN", "Start", "Opening")
"""Tags that tell the opening of a game."""


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game with a result: its players by side, the points of the first one, and what tells its pair.

    `identity` is that of its moves. `first_moved` says whether the first side made the first move, as it does unless a
    position says otherwise.
    """

    players: tuple[str, str]
    points: float
    plies: int
    identity: str
    round: str = ""
    opening: tuple[str, ...] = ()
    first_moved: bool = True


@dataclass(frozen=True, slots=True)
class Between:
    """Results between two players, from the view of the first, in the order of the file.

    `sample` says what `points` has: those of game pairs, or of games where the tags tell no pairs. `single` is how many
    games with a result belong to no complete pair.
    """

    players: tuple[str, str]
    sample: Sample
    points: tuple[float, ...]
    games: tuple[FileGame, ...]
    single: int

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each result occurred, from the worst to the best."""
        kinds = PAIR_POINTS if self.sample == "pairs" else GAME_POINTS
        return tuple(self.points.count(points) for points in kinds)


def read_results(games: Iterable[PgnGame], seats_of: Callable[[str], Sequence[str]]) -> tuple[list[FileGame], int]:
    """Return the games of a file that have a result and two players, and how many others there are.

    Args:
        games: The games as read.
        seats_of: Returns the names of the sides of a game by its name, the one that moves first before the other.
    """
    found: list[FileGame] = []
    others = 0
    for game in games:
        known = _file_game(game, seats_of)
        if known is None:
            others += 1
        else:
            found.append(known)
    return found, others


def tournament_results(state: TournamentState) -> tuple[list[FileGame], int]:
    """Return the games of a tournament that count, in the order of their ends, and how many others there are.

    Forfeits say nothing about strength. Games of one pair have its number as their round.
    """
    found: list[FileGame] = []
    for number in state.counted_games:
        game = state.games[number - 1]
        if game.outcome is None or game.outcome.how is HowEnded.FORFEIT:
            continue
        first, second = (state.entrant(each).entrant.name for each in (game.first, game.second))
        points, plies = game.points_of(game.first), game.plies
        found.append(
            FileGame((first, second), points, plies, game.moves_hash or f"game {number}", str(game.begun.pair))
        )
    return found, len(state.games) - len(found)


def players_in(games: Iterable[FileGame]) -> list[str]:
    """Return the players of games, in the order of their first games."""
    return list(dict.fromkeys(chain.from_iterable(game.players for game in games)))


def between(games: Sequence[FileGame], first: str, second: str | None = None) -> Between:
    """Return the results between two players, or of one player against all others."""
    own = [game for game in games if first in game.players and (second is None or second in game.players)]
    paired = max((list(_pairs(own, key)) for key in ("both", "opening", "round")), key=len)
    others = players_in(own)
    other = second or next((player for player in others if player != first), "")
    names = (first, other if second or len(others) == 2 else "all others")
    if 4 * len(paired) < len(own):
        return Between(names, "games", tuple(_points(game, first) for game in own), tuple(own), 0)
    points = tuple(sum(_points(game, first) for game in pair) for pair in paired)
    return Between(names, "pairs", points, tuple(own), len(own) - 2 * len(paired))


def repeated_in(games: Sequence[FileGame]) -> RepeatedGames:
    """Count the games that equal an earlier one of the same players."""
    numbers = {player: number for number, player in enumerate(players_in(games))}
    return repeated_games((numbers[game.players[0]], numbers[game.players[1]], game.identity) for game in games)


def _points(game: FileGame, player: str) -> float:
    return game.points if game.players[0] == player else 1 - game.points


def _pairs(games: Iterable[FileGame], key: Literal["both", "opening", "round"]) -> Iterator[tuple[FileGame, FileGame]]:
    """Yield pairs of games of the same round and opening, or of one of them, with sides swapped.

    A game belongs to the earliest one that waits for it. So a pair has its place where it became complete.
    """
    waiting: dict[tuple[object, ...], list[FileGame]] = {}
    for game in games:
        told = {"both": (game.round, *game.opening), "opening": game.opening, "round": (game.round,)}[key]
        if not any(told):
            continue
        partners = waiting.get((*reversed(game.players), told), [])
        if partners:
            yield partners.pop(0), game
        else:
            waiting.setdefault((*game.players, told), []).append(game)


def _file_game(game: PgnGame, seats_of: Callable[[str], Sequence[str]]) -> FileGame | None:
    tags = game.tags
    sides: Sequence[str] = ("White", "Black")
    if "Game" in tags:
        sides = seats_of(tags["Game"])
    elif tags.get("GameType", "").partition(",")[0].strip() == ENGLISH:
        sides = ("Black", "White")
    names = [" ".join(tags.get(side, "").split()) for side in sides]
    points = POINTS.get(game.result)
    if points is None or len(names) != 2 or names[0] == names[1] or any(name in UNKNOWN for name in names):
        return None
    fen = tags.get("FEN", "").split()
    # The round of the second game of a pair may have a number of its own behind a dot.
    place = tags.get("Round", "").partition(".")[0].strip()
    return FileGame(
        (names[0], names[1]),
        points,
        len(game.moves),
        moves_hash([move.text for move in game.moves], tags.get("FEN", tags.get("Start", ""))),
        "" if place in UNKNOWN else place,
        tuple("" if tags.get(tag, "") in UNKNOWN else tags[tag] for tag in START),
        first_moved=len(fen) < 2 or fen[1] != "b",
    )
