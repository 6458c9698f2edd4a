"""Properties of every game, with several options each, over random games."""

import json
import pickle
import random

import pytest

from kibitz_server.games import registry
from kibitz_server.games.board import Grid, Heaps, Pits, Points
from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import EVAL_LIMIT, BadPosition, Game, IllegalMove, LegalMove, Position
from kibitz_server.games.registry import declarations, load
from kibitz_server.games.ruleset import companions_of
from tests.server.games import naive, naive_dots, naive_flying, naive_go, naive_hex
from tests.server.games.helpers import agree, barred, game_of, playout

SPECS = [
    "backgammon",
    "backgammon to=3",
    "backgammon cube=true",
    "backgammon to=5 cube=true",
    "chess",
    "chess array=0 claims=true",
    "connect4",
    "connect4 columns=4 rows=10 connect=3",
    "connect4 columns=10 rows=10 connect=5",
    "connect4 columns=1 rows=1 connect=10",
    "dots",
    "dots columns=1 rows=1",
    "dots columns=9 rows=1",
    "dots columns=4 rows=5",
    "draughts",
    "go handicap=3",
    "go size=2 komi=0",
    "go size=5",
    "gomoku size=9",
    "gomoku size=6 exact=true",
    "hex size=5",
    "hex size=4 swap=false",
    "holdem",
    "holdem limit=false stack=10",
    "holdem limit=false stack=200 hands=3",
    "holdem stack=11 hands=1",
    "international",
    "kalah",
    "kalah houses=1 seeds=1",
    "kalah houses=3 seeds=12 empty_capture=true",
    "kuhn",
    "kuhn hands=1",
    "leduc",
    "leduc hands=1",
    "mnk columns=7 rows=5 connect=4",
    "mnk columns=19 rows=2 connect=4 exact=true",
    "mnk columns=2 rows=3 connect=5",
    "nim",
    "nim heaps=2,63,1 misere=false",
    "reversi",
    "reversi size=4",
    "reversi size=6",
    "reversi size=10",
    "russian",
    "tictactoe",
    "ultimate",
]
every_game = pytest.mark.parametrize("game", [game_of(spec) for spec in SPECS], ids=SPECS)


WITHOUT_LINES = (
    "backgammon",
    "chess",
    "dots",
    "draughts",
    "go",
    "holdem",
    "international",
    "kalah",
    "kuhn",
    "leduc",
    "nim",
    "reversi",
    "russian",
)


def test_the_list_above_has_every_game() -> None:
    """The list has every game, so that a new game must join these tests."""
    assert {spec.split()[0] for spec in SPECS} == {game.name for game in declarations()}


@every_game
def test_position_text_round_trip(game: Game) -> None:
    """Every position of a game can be written, and read back to one with the same text, moves, result and picture."""
    for position in playout(game, 1):
        again = game.start(position.text if game.name in ("backgammon", "chess", "draughts") else position.text.lower())
        assert again.text == position.text
        assert again.id == position.id
        assert again.picture == position.picture
        if game.name != "nim":  # its text leaves out the side to move
            assert again.state.turn == position.state.turn
        if position.outcome and position.outcome.reason.endswith(("repetition", "-move rule")):
            continue  # a text has no history
        assert {move.code for move in again.legal} == {move.code for move in position.legal} | barred(position)
        assert (again.outcome is None) == (position.outcome is None)


@every_game
def test_a_move_is_found_without_the_others(game: Game) -> None:
    """In a position whose legal moves are not known yet, a move is found by its exact text."""
    for position in playout(game, 4):
        for move in position.legal[:3]:
            fresh = Position(game, position.state)
            assert fresh.find(move.text) == move
    with pytest.raises(IllegalMove):
        Position(game, position.state).find("no such move")


@every_game
def test_moves_are_those_of_the_rules(game: Game) -> None:
    """Moves and their JSON, kept from earlier positions of this and other matches, are those that the rules give."""
    for seed in range(3 if game.rules.MAX_PLIES < 1000 else 1):
        for ply, position in enumerate(playout(game, seed)):
            legal = rules_moves(position)
            if (seed + ply) % 5:  # else the next position has less to derive its moves from
                assert_encoded(position, legal)
            assert list(position.legal) == legal
            assert_encoded(Position(game, position.state), legal)


def rules_moves(position: Position) -> list[LegalMove]:
    """Return the legal moves, each made by the rules."""
    game, state = position.game, position.state
    codes = game.ruleset.codes(state) if position.outcome is None else []
    return [LegalMove(code, game.rules.move_text(state, code), game.rules.move_path(state, code)) for code in codes]


def assert_encoded(position: Position, legal: list[LegalMove]) -> None:
    """Check the legal moves of a position as JSON, where its game has them so."""
    encoded = position.encoded_moves
    if encoded is not None:
        assert json.loads(encoded.texts) == [move.text for move in legal]
        assert json.loads(encoded.paths) == [list(move.path) for move in legal]


def test_every_game_has_a_table_of_moves() -> None:
    """Every game has a table of moves, so that the server makes and encodes each move once."""
    assert [game.name for game in declarations() if load(game.name).table is None] == []


@every_game
def test_a_position_does_not_change(game: Game) -> None:
    """A position refuses to be changed from outside, and another one of the same state is not equal to it."""
    position = game.start()
    for name in ("state", "last", "legal", "other"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(position, name, ())
        with pytest.raises(AttributeError, match="does not change"):
            delattr(position, name)
    assert position != game.start()


@every_game
def test_a_position_travels_between_processes(game: Game) -> None:
    """A pickled position is the same position of the same game, with the history that its text leaves out."""
    for position in list(playout(game, 5))[::3]:
        again = pickle.loads(pickle.dumps(position))
        assert (again.game.name, again.game.options) == (game.name, game.options)
        assert (again.id, again.legal, again.outcome, again.last) == (
            position.id,
            position.legal,
            position.outcome,
            position.last,
        )


@every_game
def test_moves_are_found_by_their_text(game: Game) -> None:
    """Each legal move has a text of its own, found again whatever its case and blanks, and a code that fits 31 bits."""
    for position in playout(game, 2):
        texts = [move.text for move in position.legal]
        assert len(set(texts)) == len(texts) == len({move.code for move in position.legal})
        for move in position.legal[:5]:
            assert position.find(f" {move.text[0].upper()} {move.text[1:].upper()} ") == move
            assert 0 <= move.code < 2**31


@every_game
def test_nonsense_is_refused(game: Game) -> None:
    """A text that is not a move gets a sentence, and so does any move once the game is over."""
    position = game.start()
    for text in ("", "?", "z99", "-", "/", "x", "11-", "0", "٣", "1e3"):
        with pytest.raises(IllegalMove, match=r"[a-z]"):
            position.find(text)
    *_, last = playout(game, 3)
    with pytest.raises(IllegalMove, match="the game is over"):
        last.find(position.steps[0].text)


@every_game
@pytest.mark.parametrize("text", ["", "?", "/", ":", "X", ",,,", "٣/-- X", "- - - -", "B:W:B:"])
def test_nonsense_positions_are_refused(game: Game, text: str) -> None:
    """A position that cannot be read is refused with the game's name and a reason."""
    with pytest.raises(BadPosition, match=f"cannot start {game.name} from .*: "):
        game.start(text)


@every_game
def test_bounds_hold(game: Game) -> None:
    """A game ends within MAX_PLIES, has at most MAX_MOVES moves, and its numbers fit the fields that hold them."""
    limits = {"i1": 2**7, "i2": 2**15, "i4": 2**31, "i8": 2**63}
    for ply, position in enumerate(playout(game, 4)):
        assert ply <= game.rules.MAX_PLIES
        assert len(position.legal) <= game.rules.MAX_MOVES
        assert bool(position.steps) == (position.outcome is None)
        for field in game.fields:
            held = getattr(position.state, field.name)
            values = [held] if field.length is None else held
            assert field.length is None or len(held) == field.length
            if field.kind == "u8":
                assert all(0 <= value < 2**64 for value in values), field
            else:
                limit = limits[str(field.kind)]
                assert all(-limit <= value < limit for value in values), field


@every_game
def test_a_move_leaves_its_position_alone(game: Game) -> None:
    """A move does not change the position it is played from."""
    for position in playout(game, 5):
        before = position.text
        for move in position.legal:
            position.after(move)
        assert position.text == before


@every_game
def test_pictures_fit_the_board(game: Game) -> None:
    """A picture has the shape of its board, only the board's symbols, and moves touch only its cells."""
    board = game.board
    for position in playout(game, 6):
        picture = position.picture
        if isinstance(board, Grid):
            width, height = len(board.column_labels), len(board.row_labels)
            assert [len(row) for row in picture.rows] == [width] * height
            assert set("".join(picture.rows) + picture.blocks) <= board.symbols.keys()
            assert len(board.cell_labels) in (0, board.cells)
            blocks = (width // board.block) * (height // board.block) if board.block else 0
            assert len(picture.blocks) == blocks
            assert board.owners.keys() | board.glyphs.keys() <= board.symbols.keys()
            assert set(board.owners.values()) == set(range(len(game.declaration.seats)))
            assert set(picture.shades) <= board.owners.keys() | {"-"}
            assert len(picture.shades) in (0, board.cells)
        else:
            assert (picture.rows, len(picture.counts)) == ((), board.cells)
        if isinstance(board, Pits):
            assert len(board.cell_labels) == len(board.cell_names) == board.cells
        if isinstance(board, Heaps):
            assert max(picture.counts) <= board.most
        if isinstance(board, Points):
            assert [len(labels) for labels in board.cell_labels] == [board.cells] * 2
        assert all(set(tray.faces) <= board.faces.keys() for tray in picture.trays)
        assert all(0 <= cell < board.cells for move in position.legal for cell in move.path)


@every_game
def test_a_board_without_marks_has_a_move_on_every_empty_cell(game: Game) -> None:
    """Where the board says that every empty cell is a legal move, that is so in every position."""
    board = game.board
    if isinstance(board, Grid) and board.every_empty_cell:
        for position in playout(game, 4):
            symbols = enumerate("".join(position.picture.rows))
            empty = [cell for cell, symbol in symbols if board.symbols[symbol] == "empty"]
            cells = sorted(move.path[-1] for move in position.legal if move.path)
            assert position.outcome is not None or cells == empty
    else:
        assert game.name not in ("gomoku", "hex", "mnk", "tictactoe")


@every_game
def test_search_functions(game: Game) -> None:
    """Ordered moves are legal moves, evaluations stay within bounds, keys are equal where positions are."""
    rules = game.rules
    keys: dict[int, tuple[str, int]] = {}
    for seed in range(2):
        for position in playout(game, seed):
            state = position.state
            assert not hasattr(rules, "evaluate") or abs(rules.evaluate(state)) <= EVAL_LIMIT
            key = rules.key(state)
            assert 0 <= key < 2**64
            # The counts at the end of FEN belong to no key.
            text = " ".join(position.text.split()[:4]) if game.name == "chess" else position.text
            assert keys.setdefault(key, (text, state.turn)) == (text, state.turn)
            if game.name != "nim":
                assert rules.key(game.start(position.text).state) == key
            if position.legal and hasattr(rules, "ordered"):
                moves, scores = [-1] * (rules.MAX_MOVES + 1), [0] * (rules.MAX_MOVES + 1)
                end = rules.ordered(state, moves, scores, 1)
                assert end > 1
                assert moves[0] == -1, "moves before k are not touched"
                assert set(moves[1:end]) <= {move.code for move in position.legal}
                assert len(set(moves[1:end])) == end - 1
    assert len({text for text, _ in keys.values()}) <= len(keys)


@pytest.mark.parametrize("game", [declared.name for declared in declarations() if declared.options])
def test_constants_of_the_default_options(game: str) -> None:
    """The constants at the top of modules are those of the default options; empty tables are left to `constants`."""
    module = registry._modules()[game]
    names = {name: value for part in [*companions_of(module), module] for name, value in vars(part).items()}
    defaults = {option.name: option.default for option in names["GAME"].options}
    for name, value in names["constants"](**defaults).items():
        if names.get(name, ()) != ():
            assert names[name] == value, name


MODELS = {
    "connect4": naive.connect4(),
    "connect4 columns=3 rows=5 connect=3": naive.connect4(3, 5, 3),
    "connect4 columns=10 rows=9 connect=4": naive.connect4(10, 9, 4),
    "dots": naive_dots.dots(),
    "dots columns=2 rows=5": naive_dots.dots(2, 5),
    "dots columns=9 rows=9": naive_dots.dots(9, 9),
    "draughts": naive.draughts(),
    "go size=2 komi=1": naive_go.go(2, 1),
    "go size=4 komi=0.5": naive_go.go(4, 0.5),
    "gomoku size=7": naive.mnk(7, 7, 5),
    "gomoku size=5 exact=true": naive.mnk(5, 5, 5, True),
    "hex": naive_hex.hex_board(),
    "hex size=3": naive_hex.hex_board(3),
    "hex size=6 swap=false": naive_hex.hex_board(6, False),
    "international": naive_flying.INTERNATIONAL.start(),
    "kalah": naive.kalah(),
    "kalah houses=2 seeds=9 empty_capture=true": naive.kalah(2, 9, True),
    "kalah houses=8 seeds=12": naive.kalah(8, 12),
    "mnk columns=6 rows=4 connect=3 exact=true": naive.mnk(6, 4, 3, True),
    "mnk columns=9 rows=2 connect=2 exact=true": naive.mnk(9, 2, 2, True),
    "nim": naive.nim(),
    "nim heaps=5,4 misere=false": naive.nim("5,4", False),
    "reversi": naive.reversi(),
    "reversi size=4": naive.reversi(4),
    "reversi size=6": naive.reversi(6),
    "reversi size=10": naive.reversi(10),
    "russian": naive_flying.RUSSIAN.start(),
    "tictactoe": naive.mnk(),
    "ultimate": naive.ultimate(),
}


@pytest.mark.parametrize("spec", MODELS)
@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_with_the_second_implementation(spec: str, seed: int) -> None:
    """The rules and the naive rules give the same positions, moves and results."""
    agree(game_of(spec), MODELS[spec], seed)


def test_random_games_end_in_every_way() -> None:
    """Random games vary: on small boards both sides win, and there are draws."""
    rng = random.Random(0)
    for spec in ("tictactoe", "reversi size=4", "kalah houses=2 seeds=3"):
        ends = set()
        for _ in range(100):
            *_, last = playout(game_of(spec), rng.randrange(10**6))
            assert last.outcome is not None
            ends.add(last.outcome.winner)
        assert ends == {0, 1, None}, spec


@every_game
def test_winning_lines_are_the_winners(game: Game) -> None:
    """A game won by a line has the cells of that line, all of the winner; there are none while the game goes on."""
    found: list[tuple[int, ...]] = []
    for seed in range(20):
        for position in playout(game, seed):
            if position.outcome is None or position.outcome.winner is None:
                assert position.lines == ()
            else:
                symbols, sides = "".join(position.picture.rows), "RB" if game.name == "hex" else "XO"
                assert {symbols[cell] for line in position.lines for cell in line} <= {sides[position.outcome.winner]}
                assert bool(position.lines) == position.outcome.reason.startswith(("line", "chain"))
                found += position.lines
    # Random games with options need not end with a line.
    assert found or game.name in WITHOUT_LINES or "connect" in game.options


@pytest.mark.parametrize("game", [declared.name for declared in declarations()])
def test_the_parts_fit_the_table(game: str) -> None:
    """No game lacks a part, misspells one, or uses the name of a part for something else."""
    assert list(violations(registry._modules()[game])) == []
