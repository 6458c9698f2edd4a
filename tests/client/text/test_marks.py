"""Every text of commands and the app that names a player tells engines from people who have the name of one."""

from collections.abc import Callable
from typing import Any, Literal

import pytest

from kibitz_client.commands.listings import _lobby_lines
from kibitz_client.commands.records.archive import _match, _rating
from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.suggestions import _match_text
from kibitz_client.text.events import introduction
from kibitz_client.text.formatting import outcome_text, result_text, series_result
from kibitz_client.text.match_view import move_line, player_lines, side_to_move
from kibitz_client.text.series import game_line, score_lines
from kibitz_client.text.style import Style
from kibitz_client.tui.models.lobby_rows import row_text
from kibitz_client.tui.screens.archive import archive_text
from kibitz_client.tui.screens.players.profile import counts_text
from kibitz_client.tui.screens.players.ratings import rating_line
from kibitz_client.tui.widgets.player_bar import seat_lines
from kibitz_protocol.commands.archive import ArchiveRow, RatingRow
from kibitz_protocol.to_client import Matches, Snapshot
from kibitz_protocol.values.matches import MatchRow, Result, SeriesView
from kibitz_protocol.values.seats import SeatView, Strength, is_meant, marked_name, player_text, reference
from kibitz_server.cli.admin.output import lines
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.time_management import Budget
from tests.client import samples

NAME, MARKED = "level:5", "engine level:5"
WON = Result(winner=1, reason="line")
STYLE = Style()
ENGINE = SeatView(seat=1, kind="engine", name=NAME, strength=Strength(rating=1500, deviation=80))
PEOPLE = [ENGINE.model_copy(update={"kind": "human", "account": account}) for account in (None, False, True)]
"""People who have had the name since it was allowed. It is not known of all whether they have an account."""


def state(view: SeatView) -> MatchState:
    """Return a match in which a player has made the last move."""
    return at(samples.snapshot("01", seats=[samples.OTTER, view]))


def at(snapshot: Snapshot) -> MatchState:
    """Return the state of a snapshot."""
    found = advance(None, snapshot)
    assert found is not None
    return found


def lobby(view: SeatView) -> MatchRow:
    """Return the row of a live match of a player."""
    seats = [samples.OTTER, view]
    fields: dict[str, Any] = {
        "match": "m1",
        "code": "CODE",
        "game": "tictactoe",
        "options": {},
        "phase": "running",
        "seats": seats,
    }
    return MatchRow(**fields, ply=2, clock=None, watchers=0, result=None)


def archived(view: SeatView) -> ArchiveRow:
    """Return the row of a match that a player has won."""
    fields: dict[str, Any] = {
        "match": "m1",
        "code": "CODE",
        "game": "tictactoe",
        "clock": None,
        "ply": 5,
        "rated": True,
    }
    return ArchiveRow(**fields, seats=[samples.OTTER, view], result=WON, created_at=0.0, ended_at=9.0)


def rated(view: SeatView) -> RatingRow:
    """Return the rating of a player."""
    kind: Literal["engine", "human"] = "engine" if view.kind == "engine" else "human"
    return RatingRow(player=NAME, kind=kind, game="tictactoe", rating=1500, deviation=80, matches=3)


def player(view: SeatView) -> Engine | Human:
    """Return the player at a seat, as the server knows it."""
    engine = Engine("level", Budget(level=5))
    return engine if view.kind == "engine" else Human("id", NAME, account=bool(view.account))


def series(view: SeatView) -> str:
    """Return the texts of a series of a player."""
    games = [samples.played(1, 1, (samples.OTTER, view))]
    score = SeriesView(id="s1", number=1, games=1, score=[0, 1])
    texts = [*score_lines(games, samples.score_of(*games), 120), game_line(games[0], 120)]
    return "\n".join([*texts, series_result(score, [samples.OTTER, view])])


PLACES: dict[str, Callable[[SeatView], str]] = {
    "seat": player_text,
    "server": lambda view: player(view).shown,
    "lobby": lambda view: "\n".join(_lobby_lines([lobby(view)], filtered=False)),
    "lobby of the app": lambda view: row_text(lobby(view), 120, 0.0),
    "completion": lambda view: _match_text(lobby(view)),
    "admin": lambda view: "\n".join(lines(Matches(matches=[lobby(view)]), as_json=False)),
    "header": lambda view: "\n".join(introduction(state(view), STYLE)),
    "players": lambda view: "\n".join(player_lines(state(view), STYLE)),
    "to move": lambda view: side_to_move(at(samples.snapshot("0", seats=[samples.OTTER, view]))),
    "move": lambda view: move_line(state(view), state(view).moves[-1]),
    "bar of the app": lambda view: "\n".join(line.player for line in seat_lines(state(view), 0)),
    "short bar of the app": lambda view: "\n".join(line.short for line in seat_lines(state(view), 0)),
    "result": lambda view: result_text(WON, samples.GAME.seats, [samples.OTTER, view], aborted=False),
    "outcome": lambda view: outcome_text(WON, [samples.OTTER, view]),
    "archive": lambda view: "  ".join(_match(archived(view))),
    "archive of the app": lambda view: archive_text(archived(view), 160),
    "ratings": lambda view: "  ".join(_rating(rated(view))),
    "ratings of the app": lambda view: rating_line(1, rated(view), "otter", 30),
    "series": series,
}


@pytest.mark.parametrize("place", PLACES)
def test_every_place_marks_engines(place: str) -> None:
    """The text of an engine has the mark, and that of a person of its name has the name without it."""
    assert MARKED in PLACES[place](ENGINE)
    for view in PEOPLE:
        text = PLACES[place](view)
        assert NAME in text
        assert "engine" not in text.replace(MARKED.upper(), "")


@pytest.mark.parametrize("view", [ENGINE, *PEOPLE])
def test_a_reference_means_one_player(view: SeatView) -> None:
    """A profile counts the results of the player that it is of, and not those of another one of that name."""
    others = [other for other in (ENGINE, PEOPLE[0]) if other.kind != view.kind]
    text = reference(NAME, engine=view.kind == "engine")
    assert is_meant(view, text)
    assert is_meant(view, NAME)
    assert not any(is_meant(other, text) for other in others)
    assert "1 won" in counts_text([archived(view)], text, complete=True)
    assert "0 won" in counts_text([archived(other) for other in others], text, complete=True)


def test_both_ends_mark_players_alike() -> None:
    """The server and the clients show the same name for a player."""
    for view in (ENGINE, *PEOPLE):
        assert player(view).shown == marked_name(NAME, engine=view.kind == "engine", account=view.account)
