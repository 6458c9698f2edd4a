"""Tests that the messages that are built as plain data have exactly the fields of the protocol's models."""

import json
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest
from pydantic import TypeAdapter

from kibitz_protocol import to_client
from kibitz_protocol.codec import decode_to_client, encode
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import boards
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.state import State
from kibitz_server.core.match.commands import EngineMoved, MakeOffer, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import (
    ChanceDecided,
    ClientSeedGiven,
    Event,
    MatchAborted,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    PaceSet,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Result,
    SearchInfo,
    SeatLeft,
    SeatTaken,
    SeedKept,
    SeedRevealed,
    TakenBack,
    WentBerserk,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.engine.driver import SearchResult
from kibitz_server.games.registry import declarations, load
from kibitz_server.messages import events, games, match_data, replies, searches
from tests.games.chance import SEED, chance_games
from tests.protocol.samples.models import members
from tests.server.core.make import (
    ADA,
    BEN,
    BLITZ,
    CAT,
    DRAWN,
    ENGINE,
    SEARCH_INFO,
    WON,
    make_chance_match,
    make_match,
    play,
)
from tests.server.games.helpers import playout

REPORT = SearchResult("alphabeta", "b2", -29_997, -3, 5, 1234, 0.123456, ("b2", "a1"))
PROVEN = SearchInfo("minimax", 29_999, 1, 1, 9, 0.0004, ("c3",))


def engine_match(**fields: Any) -> Match:
    """Return a match of Ada with an engine, after a move of each."""
    match = make_match(seats=(ADA, ENGINE), control=BLITZ, **fields)
    play(match, "b2", first_at=1.5)
    match.handle(EngineMoved(1, "a1", SEARCH_INFO), 3.0)
    return match


def resigned_match() -> Match:
    """Return a finished match with an engine."""
    match = engine_match()
    match.handle(Resign(ADA.id), 4.0)
    return match


def tossed_match(*moves: str) -> Match:
    """Return a match with chance after these moves; a chance event says first which side begins."""
    with chance_games():
        match = make_chance_match("dash", server_seed=SEED, options=(("opening", True),))
        play(match, *moves)
    return match


def aborted_match() -> Match:
    """Return a match that was withdrawn before another player joined."""
    match = make_match(seats=(ADA, None))
    match.handle(Resign(ADA.id), 4.0)
    return match


def drawn_match() -> Match:
    """Return a match that ended by the rules."""
    match = make_match(control=BLITZ)
    play(match, *DRAWN)
    return match


def settling_match() -> Match:
    """Return a match of Go whose players have passed, with a proposal of what is dead."""
    match = make_match("go", options=(("size", 3),), position="-B-/---/--W B")
    play(match, "pass", "pass")
    match.handle(MakeOffer(ADA.id, OfferKind.SETTLE, cells=(8,)), 3.0)
    return match


MATCHES = {
    "open": make_match(seats=(None, BEN), control=Fischer(90.0)),
    "running": engine_match(),
    "thinking aloud": engine_match(show_thinking=True),
    "over": resigned_match(),
    "chance_decided": drawn_match(),
    "aborted": aborted_match(),
    "options": make_match("mnk", options=(("columns", 5), ("exact", True)), seats=(ENGINE, ENGINE)),
    "bitboards": make_match("connect4", listed=False),
    "from a position": make_match(position="X--/---/--- O"),
    "after moves": make_match(opening=("b2", "a1")),
    "private": make_match(terms=Terms(key_hash="abc", watchable=False, chat=False)),
    "delayed": make_match(terms=Terms(delay=Delay(2, 1.5), series=Series("s", 4, 2, (0.5, 0.5)))),
    "berserk": make_match(control=BLITZ, terms=Terms(berserk=True)),
    "rated": make_match(seats=(Human("a", "Ann", account=True), ENGINE), terms=Terms(rated=True)),
    "with chance": tossed_match("dash", "walk"),
    "with chance, over": tossed_match("walk", "walk", "walk", "walk", "walk", "walk", "walk"),
    "settling": settling_match(),
    "for another player": make_match(seats=(ADA, Invited("Cat"))),
}
EVENTS: tuple[Event, ...] = (
    make_match(control=BLITZ).created,
    make_match("mnk", options=(("exact", True),)).created,
    SeatTaken(1, BEN),
    SeatLeft(1),
    MatchStarted(),
    MovePlayed(0, 0, "b2", 1.23456, 58.7),
    MovePlayed(1, 1, "a1", 0.0, None, SEARCH_INFO),
    MovePlayed(2, 0, "c3", 0.0, None, PROVEN),
    MovePlayed(3, 1, "g1f3", 0.0, None, said="Nf3"),
    ClientSeedGiven(1, "Ben-3_x9"),
    WentBerserk(1, 30.0),
    ChanceDecided(1, "heads"),
    ChanceDecided(2, "tails", "X tosses tails"),
    SeedRevealed(SEED),
    SeedKept(),
    MatchFinished(Result(0, "line"), 0.0),
    MatchFinished(Result(None, "full board", (3, 3)), 0.0),
    MatchFinished(Result(1, "time"), 60.0),
    MatchAborted("Ada withdrew it"),
    OfferMade(0, OfferKind.DRAW),
    OfferAccepted(0, OfferKind.PAUSE, 1),
    OfferDeclined(1, OfferKind.TAKEBACK, 0),
    OfferWithdrawn(1, OfferKind.ADJOURN),
    MatchSettled((3, 4)),
    TakenBack(0, 2),
    MatchPaused(1.5, adjourned=True),
    MatchResumed(),
    PaceSet(1.5, step=True),
    RematchAgreed(),
    Rematched("m2", "7QX42K"),
    RematchDropped("the server is full of matches"),
)


def fits(data: Any, model: Any) -> None:
    """Check that plain data is valid for the model and has exactly its fields, at any depth."""
    told = TypeAdapter(model).validate_json(encode(data))
    assert TypeAdapter(model).dump_python(told, mode="json") == json.loads(encode(data))


def is_message(data: dict[str, Any], kind: type[ServerModel]) -> Any:
    """Return plain data as a message."""
    fits(data, kind)
    message = decode_to_client(encode(data))
    assert type(message) is kind
    return message


def test_a_missing_or_an_extra_field_would_be_noticed() -> None:
    """The check of this module fails for a missing or an extra field, at any depth."""
    good = match_data.row_data(MATCHES["running"], {})
    fits(good, MatchRow)
    seats = good["seats"]
    bad: list[Any] = [
        {**good, "extra": 1},
        {name: value for name, value in good.items() if name != "result"},
        {**good, "seats": [{**seats[0], "extra": 1}, seats[1]]},
        {**good, "result": {"winner": 0, "reason": "line"}},
    ]
    for data in bad:
        with pytest.raises((AssertionError, ValueError)):
            fits(data, MatchRow)


# -- whole messages


@pytest.mark.parametrize("viewer", [ADA, CAT], ids=["player", "stranger"])
@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_a_snapshot_is_a_snapshot(match: Match, viewer: Any) -> None:
    """The snapshot of a match in any state, for a player and for a spectator, has the model's fields."""
    snapshot = is_message(match_data.snapshot_data(match, viewer.id, 2, 5.0), to_client.Snapshot)
    assert snapshot.seq == match.seq
    assert snapshot.you == match.seat_of(viewer.id)
    assert len(snapshot.seats) == len(match.seats)
    assert len(snapshot.state.rows) == len(snapshot.board.row_labels)
    assert {len(row) for row in snapshot.state.rows} == {len(snapshot.board.column_labels)}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_an_event(event: Event) -> None:
    """An event of every kind, with and without a state, has the model's fields."""
    state = match_data.match_state(MATCHES["running"], 3.5, None)
    for standing in (state, None):
        data = events.event_data(MATCHES["with chance"], 7, 1.7e9, "running", event, standing)
        assert is_message(data, to_client.Event).seq == 7


def test_every_kind_of_event_has_its_fact() -> None:
    """This module has every event of the core, and together they make every fact of the protocol."""
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    facts = {events.fact_data(MATCHES["with chance"], event)["kind"] for event in EVENTS}
    assert facts == {kind.model_fields["kind"].default for kind in members(to_client.Fact)}  # type: ignore[attr-defined]


def test_thinking_is_thinking() -> None:
    """A report of a running search has the model's fields."""
    thinking = is_message(searches.thinking_data("m1", load("tictactoe"), 4, 1, REPORT), to_client.Thinking)
    assert (thinking.search.wins_in, thinking.search.seconds) == (-3, 0.123)


def test_chat_is_chat() -> None:
    """A chat message has the model's fields."""
    for room in ("players", "watchers"):
        is_message(match_data.said_data("m1", room, "Ada", "good luck", 1.7e9), to_client.Said)


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        replies.entered(MATCHES["running"], ADA.id),
        replies.entered(MATCHES["running"], CAT.id),
        {
            "kind": "matches",
            "matches": [match_data.row_data(match, {"m1": 3}) for match in MATCHES.values()],
            "next": None,
        },
        {"kind": "games", "games": [games.listed_game_data(game) for game in declarations()]},
        {
            "kind": "hinted",
            "match": "m1",
            "ply": 1,
            "move": "b2",
            "said": None,
            "search": searches.search_data(load("nim"), REPORT),
        },
    ],
    ids=["nothing", "entered", "watching", "matches", "games", "hinted"],
)
def test_an_answer_is_an_answer(outcome: Any) -> None:
    """An acceptance with any outcome has the model's fields."""
    assert is_message(replies.accepted("7", outcome), to_client.Accepted).id == "7"


def test_a_refusal_is_a_refusal() -> None:
    """A refusal with any code, with and without a state, has the model's fields."""
    state = match_data.match_state(MATCHES["running"], 3.5, None)
    for code in Code:
        is_message(replies.refused("7", code.value, "no", "try again", state), to_client.Refused)
    is_message(replies.refused(None, "bad_message", "no"), to_client.Refused)
    is_message(replies.refused("8", "too_many", "no", retry_after_s=2.5), to_client.Refused)


# -- their parts


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES)
def test_a_row_of_the_lobby_is_a_row(match: Match) -> None:
    """The row of a match in any state has the model's fields."""
    fits(match_data.row_data(match, {match.created.id: 4}), MatchRow)
    is_message({"t": "lobby", "changed": [match_data.row_data(match, {})], "gone": []}, to_client.Lobby)


@pytest.mark.parametrize("name", [game.name for game in declarations()])
def test_a_game_is_described_as_the_protocol_has_it(name: str) -> None:
    """The declaration, the board and the first position of a game have the models' fields."""
    game = load(name)
    fits(games.game_data(game.declaration), GameInfo)
    fits(games.board_data(game.board), getattr(boards, type(game.board).__name__))
    fits(
        match_data.state_data(game.start(), 0, False, match_data.times_data(make_match(control=Fischer(60.0)), 0.0)),
        State,
    )


def test_a_state_says_what_can_be_played() -> None:
    """A state has a path for each legal move, and times in milliseconds."""
    match = engine_match()
    state = match_data.match_state(match, 3.5, None)
    assert state["to_move"] == 0
    assert state["legal"] == ["a3", "b3", "c3", "a2", "c2", "b1", "c1"]
    assert state["paths"] == [(0,), (1,), (2,), (3,), (5,), (7,), (8,)]
    assert state["last"] == (6,)
    assert state["remaining_ms"] == state["flag_ms"] == [60_000, 60_500]
    assert (state["periods"], state["ticking"]) == (None, 0)


@pytest.mark.parametrize("name", [game.name for game in declarations()])
def test_a_state_is_encoded_in_parts(name: str) -> None:
    """A state with parts that are encoded already has the same JSON as the plain one, also once the match is over."""
    for ply, position in enumerate(playout(load(name), 3)):
        for over in (False, True):
            plain = match_data.state_data(position, ply, over, match_data.NO_TIMES)
            parts = match_data.state_to_encode(position, ply, over, match_data.NO_TIMES)
            assert msgspec.json.encode(parts) == encode(plain)


def test_a_finished_match_has_no_legal_moves() -> None:
    """A match that ended by resignation has a last position without a side to move or legal moves."""
    state = match_data.match_state(resigned_match(), 9.0, None)
    assert (state["to_move"], state["legal"], state["paths"]) == (None, [], [])
    assert state["rows"] == ("---", "-X-", "O--")


def test_a_snapshot_holds_back_what_the_view_hides() -> None:
    """A snapshot has the search info of a move only if it may be shown."""
    for name, shown in (("running", False), ("thinking aloud", True), ("over", True)):
        moves = match_data.snapshot_data(MATCHES[name], CAT.id, 0, 5.0)["moves"]
        assert moves[0]["search"] is None
        assert (moves[1]["search"] is not None) is shown


def test_an_event_has_no_secret() -> None:
    """No fact has the id of a player, or the code of an unlisted match."""
    text = json.dumps([events.fact_data(MATCHES["with chance"], event) for event in EVENTS])
    assert ADA.id not in text
    assert BEN.id not in text
    assert "K7QX42" not in text


def test_seats_have_a_kind_and_a_name() -> None:
    """A seat is open, human or an engine, and the name of an engine has its limit."""
    kept = {"kept_for": None, "bot": False, "strength": None, "account": None, "label": None}
    assert match_data.seat_data(0, None) == {"seat": 0, "kind": "open", "name": None, **kept}
    guest = {"seat": 0, "kind": "human", "name": "Ada", **kept, "account": False}
    assert match_data.seat_data(0, ADA) == guest
    assert match_data.seat_data(0, replace(ADA, account=True)) == {**guest, "account": True}
    assert match_data.seat_data(1, ENGINE) == {"seat": 1, "kind": "engine", "name": "alphabeta:depth=3", **kept}
    told = {"seat": 0, "kind": "open", "name": None, **kept, "kept_for": "Fox", "bot": True}
    assert match_data.seat_data(0, Invited("Fox", bot=True)) == told


def test_a_result_names_the_winner() -> None:
    """The result of a match won by the rules has the seat and the reason, and no points."""
    match = make_match()
    play(match, *WON)
    assert match_data.result_data(match.result) == {
        "winner": 0,
        "reason": "line",
        "points": None,
        "ratings": None,
        "uncounted": None,
    }
    assert match_data.result_data(None) is None


# -- what clients ask for


def test_a_report_becomes_search_info() -> None:
    """The search info has all fields of the report except the move, which the event has."""
    assert searches.search_info(REPORT) == SearchInfo("alphabeta", -29_997, -3, 5, 1234, 0.123456, ("b2", "a1"))
