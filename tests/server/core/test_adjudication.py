"""Adjudication: what of the searches counts, and when the terms of a match end it, compared with a plain reference."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.adjudication import ReportedSearch, SearchedMove, result_by
from kibitz_server.core.match.commands import EngineMoved
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.core.values.events import Event, MatchFinished, MatchStarted, MovePlayed, Result, SearchInfo
from kibitz_server.core.values.terms import Adjudication, DrawRule, ResignRule, Terms
from tests.effort import cases
from tests.server.core.make import ADA, BEN, DRAWN, ENGINE, WON, make_match, play, state_of

Moves = Sequence[SearchedMove]
Judge = Callable[[Adjudication, Moves], Result | None]


def found(score: int | None, **fields: Any) -> SearchInfo | None:
    """Return the search info of a search with a score; None for a move without one."""
    info = SearchInfo("alphabeta", score or 0, None, 3, 100, 0.1, ("b2",))
    return None if score is None else replace(info, **fields)


def alternating(*scores: SearchInfo | None) -> list[SearchedMove]:
    """Return moves of both sides in turn with these searches."""
    return [SearchedMove(place % 2, search) for place, search in enumerate(scores)]


def judged(rules: Adjudication, moves: Moves) -> Result | None:
    """Return the result after the last of these moves."""
    return result_by(rules, len(moves), reversed(moves))


def reference(rules: Adjudication, moves: Moves) -> Result | None:
    """Return the same in the words of the documentation, from all moves."""

    def score(search: ReportedSearch | None) -> float:
        if search is None or search.source != "search":
            return math.nan
        if search.wins_in is not None:
            return math.inf if search.wins_in >= 0 else -math.inf
        if search.exact and search.score != 0:
            return math.inf if search.score > 0 else -math.inf
        return search.score

    def proven(search: ReportedSearch | None) -> bool:
        return not math.isnan(score(search)) and search is not None and (search.exact or search.wins_in is not None)

    own = [[move.search for move in moves if move.seat == side] for side in (0, 1)]
    scores = [[score(search) for search in searches] for searches in own]
    one, other = (searches[-1] if searches else None for searches in own)
    if rules.proved and one and other and proven(one) and proven(other):
        same_size = not (one.exact and other.exact) or one.score == -other.score
        signs = [(value[-1] > 0) - (value[-1] < 0) for value in scores]
        if signs[0] == -signs[1] and same_size:
            return Result({1: 0, 0: None, -1: 1}[signs[0]], "adjudicated by proof")
    if (rule := rules.resign) is not None:
        lost = []
        for side in (0, 1):
            mine, theirs = scores[side][-rule.moves :], scores[1 - side][-rule.moves :]
            says = len(mine) == rule.moves and all(value <= -rule.score for value in mine)
            agrees = len(theirs) == rule.moves and all(value >= rule.score for value in theirs)
            lost += [side] * (says and (agrees or not rule.both))
        if len(lost) == 1:
            return Result(1 - lost[0], "adjudicated by score")
    if (limit := rules.draw) is not None and len(moves) >= 2 * limit.from_move:
        last = [values[-limit.moves :] for values in scores]
        if all(len(values) == limit.moves and all(abs(value) <= limit.score for value in values) for values in last):
            return Result(None, "adjudicated by score")
    if rules.most_plies is not None and len(moves) >= rules.most_plies:
        return Result(None, "adjudicated by length")
    return None


BY_SCORE = Result(0, "adjudicated by score")
RESIGN = Adjudication(resign=ResignRule(600, 2))
ONE = Adjudication(resign=ResignRule(600, 2, both=False))
DRAW = Adjudication(draw=DrawRule(2, 10, 2))
PROVED = Adjudication(proved=True)
WINS, LOSES = found(0, wins_in=5), found(0, wins_in=-4)


@pytest.mark.parametrize(
    ("rules", "moves", "result"),
    [
        (RESIGN, alternating(found(600), found(-600), found(700), found(-601)), BY_SCORE),
        (RESIGN, alternating(found(-600), found(600), found(-600), found(600)), Result(1, "adjudicated by score")),
        (RESIGN, alternating(found(599), found(-600), found(700), found(-601)), None),
        (RESIGN, alternating(found(600), found(-600), found(700)), None),
        (RESIGN, alternating(found(600), found(-600), None, found(-601)), None),
        (RESIGN, alternating(found(600), found(-600), found(900, source="book"), found(-601)), None),
        (RESIGN, alternating(WINS, LOSES, WINS, LOSES), BY_SCORE),
        (
            RESIGN,
            alternating(found(1, exact=True), LOSES, WINS, found(-2, exact=True)),
            Result(0, "adjudicated by score"),
        ),
        (ONE, alternating(found(20), found(-600), found(0), found(-600)), BY_SCORE),
        (ONE, alternating(found(800), found(20), found(800), found(20)), None),
        (ONE, alternating(found(-600), found(-600), found(-600), found(-600)), None),
        (DRAW, alternating(found(10), found(-10), found(0), found(3)), Result(None, "adjudicated by score")),
        (DRAW, alternating(found(10), found(-11), found(0), found(3)), None),
        (DRAW, alternating(found(0, exact=True), found(0), found(0), found(0)), Result(None, "adjudicated by score")),
        (DRAW, alternating(found(0), LOSES, found(0), found(0)), None),
        (Adjudication(draw=DrawRule(3, 10, 2)), alternating(*[found(0)] * 5), None),
        (Adjudication(draw=DrawRule(3, 10, 2)), alternating(*[found(0)] * 6), Result(None, "adjudicated by score")),
        (PROVED, alternating(WINS, LOSES), Result(0, "adjudicated by proof")),
        (PROVED, alternating(found(-4, exact=True), found(4, exact=True)), Result(1, "adjudicated by proof")),
        (PROVED, alternating(found(-4, exact=True), found(2, exact=True)), None),
        (PROVED, alternating(found(4, exact=True), LOSES), Result(0, "adjudicated by proof")),
        (PROVED, alternating(found(0, exact=True), found(0, exact=True)), Result(None, "adjudicated by proof")),
        (PROVED, alternating(WINS, found(-900)), None),
        (PROVED, alternating(WINS, WINS), None),
        (PROVED, alternating(WINS), None),
        (Adjudication(most_plies=3), alternating(None, None), None),
        (Adjudication(most_plies=3), alternating(None, None, None), Result(None, "adjudicated by length")),
        (Adjudication(), alternating(WINS, LOSES, WINS, LOSES), None),
    ],
)
def test_searches_that_count(rules: Adjudication, moves: Moves, result: Result | None) -> None:
    """Enough searches of both sides, one after the other, end a match; a move without a search interrupts them."""
    assert judged(rules, moves) == result
    assert reference(rules, moves) == result


SEARCHES = st.one_of(
    st.none(),
    st.builds(found, st.sampled_from([-700, -600, -599, -10, 0, 10, 11, 599, 600, 700])),
    st.sampled_from([WINS, LOSES, found(0, exact=True), found(2, exact=True), found(-2, exact=True)]),
    st.builds(found, st.sampled_from([-700, 0, 700]), source=st.sampled_from(["book", "random"])),
)
STREAMS = st.lists(st.builds(SearchedMove, st.integers(0, 1), SEARCHES), max_size=12)
RULES = st.builds(
    Adjudication,
    st.none() | st.builds(ResignRule, st.sampled_from([10, 600]), st.integers(1, 3), st.booleans()),
    st.none() | st.builds(DrawRule, st.integers(1, 4), st.sampled_from([0, 10]), st.integers(1, 3)),
    st.none() | st.integers(1, 12),
    st.booleans(),
)


@given(rules=RULES, moves=STREAMS)
def test_random_scores_are_judged_as_the_reference_does(rules: Adjudication, moves: Moves) -> None:
    """Any stream of searches, in any order of the sides, ends a match at the same move with the same result."""
    assert [judged(rules, moves[:ply]) for ply in range(1, len(moves) + 1)] == [
        reference(rules, moves[:ply]) for ply in range(1, len(moves) + 1)
    ]


def with_rules(change: Callable[[Adjudication], Adjudication]) -> Judge:
    """Return a judge by other rules than those it is given."""
    return lambda rules, moves: judged(change(rules), moves)


def with_moves(change: Callable[[SearchedMove], SearchedMove]) -> Judge:
    """Return a judge of other moves than those it is given."""
    return lambda rules, moves: judged(rules, [change(move) for move in moves])


def changed_resign(**fields: Any) -> Callable[[Adjudication], Adjudication]:
    """Return rules with another rule of resignation."""
    return lambda rules: replace(rules, resign=rules.resign and replace(rules.resign, **fields))


def changed_draw(**fields: Any) -> Callable[[Adjudication], Adjudication]:
    """Return rules with another rule of draws."""
    return lambda rules: replace(rules, draw=rules.draw and replace(rules.draw, **fields))


def searched(move: SearchedMove) -> SearchedMove:
    """Return a move whose search counts, wherever the move came from."""
    search = move.search
    return SearchedMove(move.seat, replace(search, source="search") if isinstance(search, SearchInfo) else None)


PLANTED: dict[str, Judge] = {
    "one side decides": with_rules(changed_resign(both=False)),
    "both must agree": with_rules(changed_resign(both=True)),
    "one move is enough": with_rules(changed_resign(moves=1)),
    "a point more": with_rules(changed_resign(score=601)),
    "a draw from the start": with_rules(changed_draw(from_move=0)),
    "a draw by a win": with_rules(changed_draw(score=700)),
    "no proof": with_rules(lambda rules: replace(rules, proved=False)),
    "a ply late": with_rules(lambda rules: replace(rules, most_plies=rules.most_plies and rules.most_plies + 1)),
    "a book counts": with_moves(searched),
    "the other side": with_moves(lambda move: SearchedMove(1 - move.seat, move.search)),
    "no search counts": with_moves(lambda move: SearchedMove(move.seat, None)),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_the_reference_finds_planted_faults(planted: Judge) -> None:
    """A judge that is wrong in one point differs from the reference in some of the random streams."""
    rng, different = random.Random(7), 0
    infos = [None, *(found(score) for score in (-700, -600, 0, 10, 600, 700)), WINS, LOSES, found(0, exact=True)]
    infos += [found(score, source="book") for score in (-700, 0, 700)]
    for _ in range(3_000):
        kinds = rng.sample(infos, 3)
        moves = [SearchedMove(place % 2, rng.choice(kinds)) for place in range(rng.randrange(1, 10))]
        rules = Adjudication(
            rng.choice([None, ResignRule(600, rng.randrange(1, 4), rng.random() < 0.5)]),
            rng.choice([None, DrawRule(rng.randrange(1, 4), 10, rng.randrange(1, 3))]),
            rng.choice([None, 6]),
            rng.random() < 0.5,
        )
        different += planted(rules, moves) != reference(rules, moves)
    assert different


SEEDED: dict[str, Any] = {"server_seed": "ab" * 32, "repeatable": True}


def between(rules: Adjudication | None, *seats: object, game: str = "tictactoe", **fields: Any) -> Match:
    """Return a running match with these terms: between engines, unless other seats are given."""
    return make_match(game, seats=seats or (ENGINE, ENGINE), terms=Terms(adjudication=rules), **fields)


def moved(match: Match, move: str, score: int | None) -> tuple[Event, ...]:
    """Play the move of an engine, whose search had a score."""
    decision = match.handle(EngineMoved(match.turn.number, move, found(score)), match.ply + 1.0)
    assert decision.refusal is None
    return decision.events


def test_a_move_ends_the_match() -> None:
    """The end is one of the events of the move, and no side alone has caused it."""
    match = between(RESIGN, game="connect4")
    scores = (700, -700, 700)
    for move, score in zip("435", scores, strict=True):
        assert [type(event) for event in moved(match, move, score)] == [MovePlayed]
    *_, finished = moved(match, "1", -700)
    assert finished == MatchFinished(Result(0, "adjudicated by score"), 0.0)
    assert match.end == MatchEnd(EndKind.BY_SCORE)
    assert match.search_request() is None


def test_the_rules_of_the_game_come_first() -> None:
    """A move that ends the game has the result of the game, whatever the scores say."""
    match = between(Adjudication(most_plies=9, draw=DrawRule(1, 700, 5)))
    for move in DRAWN[:-1]:
        moved(match, move, 700)
    moved(match, DRAWN[-1], 700)
    assert match.result == Result(None, "full board")


@pytest.mark.parametrize("seats", [(ENGINE, BEN), (ADA, ENGINE), (ADA, BEN)])
def test_only_engines_are_adjudicated(seats: tuple[object, object]) -> None:
    """A match with a person goes on, though its terms have rules for engines."""
    match = between(Adjudication(most_plies=1, proved=True), *seats)
    for move in WON[:4]:
        if match.search_request() is None:
            play(match, move)
        else:
            moved(match, move, 0)
    assert not match.over


def test_opening_moves_are_no_plies() -> None:
    """The plies of an opening do not count towards the most plies."""
    match = between(Adjudication(most_plies=2), opening=("b2", "a1"))
    moved(match, "b3", None)
    assert not match.over
    moved(match, "c1", None)
    assert match.result == Result(None, "adjudicated by length")


def test_no_chance_event_follows_the_end() -> None:
    """An adjudicated match of a game with dice decides no roll after its last move, and reveals its seed."""
    match = between(Adjudication(most_plies=1), game="backgammon", options=(("to", 0), ("cube", False)), **SEEDED)
    events = moved(match, match.position.legal[0].text, 0)
    assert [type(event).__name__ for event in events] == ["MovePlayed", "MatchFinished", "SeedRevealed"]


@pytest.mark.property
@pytest.mark.parametrize("seed", range(cases(20, 200)))
def test_a_replayed_match_ends_at_the_same_move(seed: int) -> None:
    """A match that is rebuilt from its events between any two moves is adjudicated as the live one."""
    rng = random.Random(seed)
    rules = Adjudication(
        ResignRule(300, rng.randrange(1, 3), rng.random() < 0.5), DrawRule(2, 20, 2), rng.randrange(6, 30), True
    )
    live = between(rules, game="connect4")
    events: list[Event] = [live.created, MatchStarted()]
    while not live.over:
        rebuilt = Match.from_events(events, float(live.ply))
        move, score = rng.choice(live.position.legal).text, rng.choice([-400, -350, 0, 10, 350, 400, None])
        now = moved(live, move, score)
        assert moved(rebuilt, move, score) == now
        events += now
        assert state_of(Match.from_events(events, 0.0)) | {"turn": None} == state_of(live) | {"turn": None}
    assert live.result is not None
