"""Tests that the pure modules of the page do the same as their Python twins, over the messages of real servers."""

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kibitz_client.board import move_picker
from kibitz_client.board.engine_line import engine_line
from kibitz_client.errors import UnreadableMessage
from kibitz_client.match.moves.numbering import move_numbers, number_at, numbered
from kibitz_client.match.state import MatchState, advance, can_claim, can_go_berserk, is_disconnected, searches_at
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.match.table.card_texts import shown_card
from kibitz_client.parsing.move_list import split_moves
from kibitz_client.parsing.pace import PACES, next_pace
from kibitz_client.text.clock import first_move_text, seat_clock_text, settle_text
from kibitz_client.text.formatting import clock_text
from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.game_names import find_game, search_text
from kibitz_protocol.match_codes import canonical
from kibitz_protocol.values.boards import Grid, Points
from kibitz_protocol.values.evaluation import percent, short_score
from kibitz_protocol.values.state import State
from kibitz_server.games.registry import declarations
from tests.web import samples, shapes
from tests.web.modules import as_json, run_module
from tests.web.node import Node

PAGE_ONLY = {"host", "chat_on"}
"""Fields of a state that only the page has."""
KINDS = {
    *("seated", "left", "started", "moved", "finished", "aborted", "offered", "agreed", "declined", "withdrawn"),
    *("taken_back", "paused", "resumed", "rematch_agreed", "rematched", "next", "presence", "said", "thinking"),
    *("went_berserk", "client_seed_given", "chance_decided", "seed_revealed", "seed_kept", "settled", "pace_set"),
}
"""The messages and events that the samples must have, so that the comparison means something."""


@pytest.fixture(scope="module")
def talks() -> dict[str, list[dict[str, Any]]]:
    """Return the conversations, which are made once."""
    return samples.conversations()


@pytest.fixture(scope="module")
def states() -> list[MatchState]:
    """Return the states of the conversations, which are made once."""
    return samples.states()


def test_the_samples_have_every_kind_of_message(talks: dict[str, list[dict[str, Any]]]) -> None:
    """A kind that no sample has would be compared by no test."""
    found = set().union(*(samples.kinds(messages) for messages in talks.values()))
    assert found >= KINDS


def test_games_are_found_by_the_same_names(node: Node) -> None:
    """Each name, in several spellings, means the same game and options to the page and to the Python client."""
    games = declarations()
    names = [name for game in games for name in (game.name, game.title, *game.aliases)]
    typed = [*names, *(name.upper() for name in names), *(name.replace(" ", "-") for name in names), "", "--", "sudoku"]
    listed = [{"name": game.name, "title": game.title, "aliases": game.aliases} for game in games]
    find = """({findGame, optionsOfName, searchText}, typed, games) => [typed.map((name) => {
      const game = findGame(name, games);
      return game ? [game.name, optionsOfName(name, game)] : null;
    }), games.map(searchText)]"""
    found = [find_game(text, games) for text in typed]
    assert any(game and game.options for game in found)
    expected = [[game and [game.name, dict(game.options)] for game in found], [search_text(game) for game in games]]
    assert run_module(node, "match/game_names.js", find, [[typed, listed]]) == [expected]


def test_codes_are_read_alike(node: Node) -> None:
    """The page and the Python client read a typed code as the same one, and the page finds it at the end of a link."""
    typed = ["7kq2xf", "7KQ2-XF9H-3MTB", "7kq2xf9h3mtb", " oil0lo ", "7KQ2 XF9H\u20133MTB", "", "7KQ2X", "tv", "o-0_I"]
    assert run_module(node, "network/codes.js", "codeOf", [[text] for text in typed]) == [*map(canonical, typed)]
    links = [
        "https://a.example/7KQ2-XF9H-3MTB#key=A-B",
        "http://h:1/replay/7kq2xf?ply=3",
        "7kq2 xf9h 3mtb",
        "/settings",
        "x/",
    ]
    found = ["7KQ2-XF9H-3MTB", "7KQ2XF", "7KQ2-XF9H-3MTB", None, None]
    assert run_module(node, "network/codes.js", "typedCode", [[text] for text in links]) == found


def test_states_are_equal_after_every_message(node: Node, talks: dict[str, list[dict[str, Any]]]) -> None:
    """The state of the page has the fields of the client's state, with the same values."""
    parts = [(name, part) for name, messages in talks.items() for part in samples.matches(messages)]
    fold = """({advance}, messages) => {
      let state = null;
      return messages.map((message) => (state = advance(state, message)));
    }"""
    inputs = [[part] for _, part in parts]
    for (name, part), shown in zip(parts, run_module(node, "match/state.js", fold, inputs), strict=True):
        state = None
        for message, found in zip(part, shown, strict=True):
            state = advance(state, decode_to_client(json.dumps(message)))
            if state is None:
                assert found is None, name
                continue
            assert set(found) - set(as_json(state)) == PAGE_ONLY
            assert {key: item for key, item in found.items() if key not in PAGE_ONLY} == as_json(state), (name, message)


def test_questions_about_a_state_have_the_same_answers(node: Node, states: list[MatchState]) -> None:
    """Whose turn it is, what is offered, and what may be claimed."""
    ask = """(module, state) => [module.plays(state), module.over(state), module.yourTurn(state), module.offered(state),
      module.continues(state), module.emptySeats(state), module.canClaim(state),
      module.canGoBerserk(state), module.begun(state),
      module.playedOut(state),
      state.seats.map((_, seat) => module.isDisconnected(state, seat))]"""
    for state, found in zip(states, _ask(node, "match/state.js", ask, states), strict=True):
        away = [is_disconnected(state, seat) for seat in range(len(state.seats))]
        own = [state.plays, state.over, state.your_turn, state.offered, state.continues, state.empty_seats]
        assert found == [*own, can_claim(state), can_go_berserk(state), state.begun, state.played_out, away]


def test_help_pace_and_earlier_searches_are_the_same(node: Node, states: list[MatchState]) -> None:
    """Both say when engines may help, whose pace can be set, and which search belongs to a ply."""
    ask = """(module, state) => [module.helped(state), module.paced(state) && state.hosting && !module.over(state),
      [0, 1, 2, 999].map((at) => module.searchesAt(state, at))]"""
    for state, found in zip(states, _ask(node, "match/state.js", ask, states), strict=True):
        searches = [as_json(searches_at(state, at)) for at in (0, 1, 2, 999)]
        assert found == [state.helped, state.sets_pace, searches]
    paces = [*PACES, 0.1, 0.7, 99.0]
    for slower in (False, True):
        found = run_module(node, "match/state.js", "nextPace", [[pace, slower] for pace in paces])
        assert found == [next_pace(pace, slower=slower) for pace in paces]


def test_clocks_show_the_same(node: Node, states: list[MatchState]) -> None:
    """Each kind of clock has the same text at every moment until its flag falls, and after it."""
    timed = [state for state in states if state.position.remaining_ms is not None]
    assert {state.clock.kind for state in timed if state.clock} == {c["kind"] for c in samples.CLOCKS if c}
    moments = [0, 1, 999, 2_999, 3_000, 3_001, 7_999, 8_000, 9_950, 17_999, 18_000, 25_999, 34_000, 59_999, 61_000]
    ask = """(module, state, moments) => moments.map((at) =>
      [...state.seats.map((_, seat) => module.seatClockText(state, seat, at)),
        module.firstMoveText(state, at), module.settleText(state, at)])"""
    settling = [state for state in states if state.settling]
    assert settling
    shown = [*timed, *settling]
    found = _ask(node, "match/clock.js", ask, shown, moments)
    for state, texts in zip(shown, found, strict=True):
        for at, text in zip(moments, texts, strict=True):
            clocks = [seat_clock_text(state, seat, at) for seat in (0, 1)]
            assert text == [*clocks, first_move_text(state, at), settle_text(state, at)], at


def test_times_are_written_the_same(node: Node) -> None:
    """Tenths in the last ten seconds, then minutes, hours and days."""
    times = [
        -1,
        0,
        99,
        100,
        9_999,
        10_000,
        59_999,
        60_000,
        3_599_999,
        3_600_000,
        86_399_999,
        86_400_000,
        3 * 86_400_000,
    ]
    assert run_module(node, "match/clock.js", "clockText", [[ms] for ms in times]) == [*map(clock_text, times)]


def test_stopwatches_run_the_same(node: Node) -> None:
    """A stopwatch that is begun, halted and let run by chance shows the same time."""
    chance = random.Random(7)
    deeds = [(chance.choice(["begin", "halt", "run", "look"]), chance.randint(0, 500)) for _ in range(400)]
    run = """({Stopwatch}, deeds) => {
      let now = 1000;
      const watch = new Stopwatch(now);
      return deeds.map(([deed, pause]) => {
        now += pause;
        if (deed === "begin") watch.begin(now);
        else if (deed !== "look") watch.halt(now, deed === "halt");
        return watch.elapsed(now);
      });
    }"""
    (found,) = run_module(node, "match/clock.js", run, [[deeds]])
    now, watch, wanted = 1000, Stopwatch(0), []
    # The twin counts seconds, and cuts fractions of a millisecond: whole seconds here are milliseconds there.
    watch.begin(now)
    for deed, pause in deeds:
        now += pause
        if deed == "begin":
            watch.begin(now)
        elif deed != "look":
            watch.halt(now, halted=deed == "halt")
        wanted.append(watch.elapsed_ms(now) // 1000)
    assert found == wanted


def test_picks_stand_for_the_same_moves(node: Node, states: list[MatchState]) -> None:
    """On every board, picks of up to three cells lead to the same moves, targets and marks."""
    chance = random.Random(7)
    inputs: list[list[Any]] = []
    wanted: list[Any] = []
    for state in _distinct(states):
        board, position = state.board, state.position
        # A table has no cells, and each pick on it stands for all moves.
        cells = range(sum(map(len, position.rows)) or len(position.counts) or 1)
        starts = [path for path in position.paths if path] or [[0]]
        for _ in range(12):
            path = chance.choice(starts)
            picked = [*path[: chance.randint(0, 2)], *chance.sample(cells, chance.randint(0, 1))]
            cell = chance.choice([*path, path[-1], chance.choice(cells)])
            found = move_picker.pick(board, position, picked, cell)
            inputs.append([board, position, picked, cell])
            ends = [ask(board, position, picked) for ask in (move_picker.targets, move_picker.marked)]
            wanted.append(as_json([found, *ends]))
    ask = """(module, ...input) =>
      [module.pick(...input), module.targets(...input.slice(0, 3)), module.marked(...input.slice(0, 3))]"""
    assert {type(input[0]).__name__ for input in inputs} == {"Grid", "Pits", "Heaps", "Points", "Table"}
    for input, found, twin in zip(inputs, run_module(node, "match/choosing.js", ask, inputs), wanted, strict=True):
        assert found == twin, input[2:]


def test_pairs_of_cells_stand_for_the_same_moves(node: Node) -> None:
    """On a board of points, picks in any order lead to the same moves and targets, with misses and changes of mind."""
    chance = random.Random(7)
    board = Points.model_validate(shapes.POINTS)
    inputs: list[list[Any]] = []
    wanted: list[Any] = []
    for _ in range(60):
        steps = [[chance.randrange(26), chance.randrange(28)] for _ in range(4)]
        # Steps that go on where others end, and steps that are taken twice.
        steps += [[steps[0][1], steps[1][0]], steps[0]]
        taken = [chance.sample(steps, chance.randint(1, 4)) for _ in range(chance.randint(1, 6))]
        paths = [[cell for step in move for cell in step] for move in taken]
        legal = [" ".join(f"{origin}/{target}" for origin, target in move) for move in taken]
        position = State.model_validate(shapes.on_points(shapes.START, legal=[*legal, "double"], paths=[*paths, []]))
        picked: tuple[int, ...] = ()
        for _ in range(14):
            likely = sorted(move_picker.targets(board, position, picked)) or [0]
            cell = chance.choice([*likely, chance.choice(likely), chance.randrange(28)])
            found = move_picker.pick(board, position, picked, cell)
            inputs.append([board, position, picked, cell])
            wanted.append(as_json([found, move_picker.targets(board, position, picked)]))
            picked = () if found.moves and chance.random() < 0.5 else found.picked
    assert {len(found["moves"]) > 1 for found, _ in wanted} == {True, False}
    ask = "(module, ...input) => [module.pick(...input), module.targets(...input.slice(0, 3))]"
    for input, found, twin in zip(inputs, run_module(node, "match/choosing.js", ask, inputs), wanted, strict=True):
        assert found == twin, input[1:]


def test_lists_of_moves_are_read_the_same(node: Node) -> None:
    """Blanks separate moves, unless a comma or semicolon does."""
    texts = ["", "b2 a1", "b2,a1", " b2;  a1 , ", "31, 8/5  6/5, 42", "8/5 6/5,"]
    found = run_module(node, "match/line.js", "splitMoves", [[text] for text in texts])
    assert found == [split_moves(text) for text in texts]


def test_typed_texts_may_be_the_same_moves(node: Node, states: list[MatchState]) -> None:
    """A premove is any text of the names on the board, and its last cell is known where it is legal already."""
    texts = [
        "",
        "b2",
        "B2 a1",
        "b2xa1",
        "11-15",
        "4x99",
        "3",
        "zz",
        "a-3",
        "pass",
        "x",
        "1 of 2",
        "ß",
        "b2!",
        "Nf3",
        "exd5",
        "O-O",
        "Qj9",
        "0-0-0+",
    ]
    inputs, wanted = [], []
    for state in _distinct(states):
        board, position = state.board, state.position
        typed, premoves = [*texts, *position.legal[:3]], [*position.legal[:2], "later"]
        inputs.append([board, position, typed, premoves])
        cells = move_picker.premove_cells(position, premoves)
        wanted.append([[move_picker.could_be_move(board, position, text) for text in typed], as_json(cells)])
    ask = """(module, board, position, texts, moves) =>
      [texts.map((text) => module.couldBeMove(board, position, text)), module.premoveCells(position, moves)]"""
    for input, found, twin in zip(inputs, run_module(node, "match/choosing.js", ask, inputs), wanted, strict=True):
        assert found == twin, input[2:]


def test_engine_lines_are_the_same(node: Node, states: list[MatchState]) -> None:
    """Numbers and notes on cells, and scores."""
    chance = random.Random(7)
    inputs: list[list[Any]] = [[state.board, state.position, None] for state in states[:1]]
    for state in _distinct(states):
        inputs += [[state.board, state.position, search] for search in samples.searches(state, chance)]
    wanted = []
    for board, position, search in inputs:
        line = engine_line(board, position, search)
        pairs = [sorted([cell, text] for cell, text in part.items()) for part in (line.numbers, line.notes)]
        short = short_score(search) if search else None
        wanted.append([pairs, short])
    assert any(isinstance(board, Grid) and board.cell_labels for board, _, _ in inputs)
    ask = """(module, board, position, search) => {
      const {numbers, notes} = module.engineLine(board, position, search);
      return [[numbers, notes], search && module.shortScore(search)];
    }"""
    for input, found, twin in zip(inputs, run_module(node, "match/engine_line.js", ask, inputs), wanted, strict=True):
        assert found == twin, as_json(input[2])


def test_numbers_of_moves_are_the_same(node: Node, states: list[MatchState]) -> None:
    """In pairs and each by itself, from the first position and from others, and in expected lines."""
    games: tuple[dict[str, Any], ...] = ({"pairs": True}, {"pairs": True, "notation": "uci"}, {"pairs": False})
    starts = (None, "k7/8/8/8/8/8/8/K7 b - - 3 24", "B:W1:B2")
    line, wanted, inputs = ["a", "b", "c"], [], []
    for state, game, start in itertools.product(_distinct(states), games, starts):
        changed = replace(state, game=state.game.model_copy(update=game), start=start)
        inputs.append([as_json(changed), line])
        numbers = [[str(number) for number in move_numbers(changed)], str(number_at(changed))]
        wanted.append([*numbers, numbered(changed, line), numbered(changed, line, 1)])
    ask = """({numberingOf, numbersOf, numberAt, numberText, numbered}, state, line) => [
      numbersOf(numberingOf(state), state.moves.map(({seat}) => seat)).map(numberText), numberText(numberAt(state)),
      numbered(state, line), numbered(state, line, 1)]"""
    for input, found, twin in zip(inputs, run_module(node, "match/numbering.js", ask, inputs), wanted, strict=True):
        assert found == twin, input[0]["game"]


def test_cards_in_texts_are_the_same(node: Node) -> None:
    """Each card of the deck as it is drawn, and what is no card as it is."""
    texts = [*(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"), "K", "31", "?", "10h", "Kx"]
    found = run_module(
        node, "match/tables/card_texts.js", "({shownCard}, text) => shownCard(text)", [[t] for t in texts]
    )
    assert found == [shown_card(text) for text in texts]


def test_percentages_are_the_same(node: Node) -> None:
    """Only a certain result is 0 % or 100 %."""
    shares = [0, 1e-6, 0.004, 0.005, 0.015, 0.125, 0.345, 0.5, 0.625, 0.985, 0.995, 0.9999, 1]
    found = run_module(node, "match/engine_line.js", "percent", [[share] for share in shares])
    assert found == [percent(share) for share in shares]


def test_a_message_that_python_cannot_read_breaks_no_page(node: Node, states: list[MatchState]) -> None:
    """A message about a seat that the match does not have is refused by the client, and no page throws for it."""
    state = next(state for state in states if state.phase == "running")
    message = {"t": "thinking", "match": state.match, "ply": state.position.ply, "seat": 7}
    message["search"] = as_json(next(samples.searches(state, random.Random(1))))
    with pytest.raises(UnreadableMessage):
        advance(state, decode_to_client(json.dumps(message)))
    (found,) = run_module(node, "match/state.js", "advance", [[state, message]])
    assert found["seats"] == as_json(state.seats)


def _ask(node: Node, module: str, function: str, states: list[MatchState], *more: Any) -> list[Any]:
    return run_module(node, module, function, [[state, *more] for state in states])


def _distinct(states: list[MatchState]) -> list[MatchState]:
    """Return one state for each position."""
    key: Callable[[MatchState], tuple[str, str]] = lambda state: (state.game.name, state.position.text)  # noqa: E731
    return [next(group) for _, group in itertools.groupby(sorted(states, key=key), key)]
