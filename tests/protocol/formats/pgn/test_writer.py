"""Matches in a text format like PGN."""

from typing import Any

from kibitz_protocol.formats.pgn.writer import first_position, match_text, pgn_text, result_token
from kibitz_protocol.to_client import Moved, Snapshot
from kibitz_protocol.values.clocks import Byoyomi, Fischer, PerMove
from kibitz_protocol.values.matches import MoveView, Result
from kibitz_protocol.values.seats import Strength
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.dice import die
from tests.client.samples import ENGINE, GAME, OTTER, event, move, position, snapshot


def test_tags_and_moves() -> None:
    """The tags have players, date and result, and the moves are in pairs."""
    made = snapshot(
        "40862",
        phase="finished",
        result=Result(winner=0, reason="line"),
        seats=[
            OTTER.model_copy(update={"account": True}),
            OTTER.model_copy(update={"seat": 1, "name": 'the "great" owl'}),
        ],
        start="---/---/--- X",
        opening=["b1"],
    )
    text = match_text(made, made, 1_795_197_684.0)
    assert text.splitlines() == [
        '[Game "tictactoe"]',
        '[Site "Kibitz K7QX"]',
        '[Date "2026.11.20"]',
        '[X "otter"]',
        '[O "the \\"great\\" owl"]',
        '[Result "1-0"]',
        '[Columns "3"]',
        '[Start "---/---/--- X"]',
        '[Opening "b1"]',
        '[Termination "line"]',
        "",
        "1. b2 a3 2. c1 a1 3. c3 1-0",
    ]


def test_programs_have_a_tag_of_their_own() -> None:
    """The name of an engine has no mark, which other programs would take for a part of it."""
    seats = [OTTER, ENGINE]
    text = match_text(snapshot(seats=seats), snapshot(seats=seats), 0.0)
    assert f'[O "{ENGINE.name}"]\n[OType "program"]' in text
    assert "XType" not in text


def test_draws_stand_before_their_moves() -> None:
    """The chance events after the last move stand before the result."""
    made = snapshot(
        "40862", chance_events=[die(1, 0, "6"), die(2, 3, "1"), die(3, 3, "2"), die(4, 5, "3")], opening=["6", "a b"]
    )
    text = match_text(made, made, None)
    assert text.splitlines()[-1] == "1. 6: b2 a3 2. c1 1 2: a1 3. c3 3: *"
    assert '[Opening "6; a b"]' in text


FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12"


def test_a_match_of_cards_has_moves_and_no_sentences() -> None:
    """The cards that the client sees stand before their moves, and chips may be negative."""
    made = snapshot(
        game=CARDS,
        board=TABLE,
        state=cards_state(ply=1, to_move=None, legal=[], paths=[]),
        phase="finished",
        moves=[MoveView(ply=0, seat=0, move="fold", said="folds: South wins 2", elapsed_ms=0, search=None)],
        chance_events=[die(1, 0, "K"), die(2, 0, "?")],
        result=Result(winner=1, reason="fold", points=[-1, 1]),
    )
    text = match_text(made, made, None)
    assert '[Points "-1 to 1"]' in text
    assert text.splitlines()[-1] == "1. K: fold 0-1"


def chess(moves: str = "", **changes: Any) -> Snapshot:
    """Return a match of a game with UCI notation."""
    said = [
        MoveView(ply=ply, seat=ply % 2, move=f"m{ply}", said=text, elapsed_ms=0, search=None)
        for ply, text in enumerate(moves.split())
    ]
    game = GAME.model_copy(update={"name": "chess", "seats": ["White", "Black"], "notation": "uci"})
    return snapshot(game=game, moves=said, **{"options": {"array": 518}, **changes})


def test_chess_has_the_tags_of_pgn() -> None:
    """The seven tags come first, and the moves are as people write them."""
    made = chess(
        "e4 e5 Nf3 O-O-O",
        phase="finished",
        result=Result(winner=None, reason="agreement"),
        rated=True,
        seats=[OTTER, ENGINE.model_copy(update={"strength": Strength(rating=1612, deviation=97)})],
        clock=Fischer(base_s=300, increment_s=3),
    )
    assert match_text(made, made, 1_795_197_684.0).splitlines() == [
        '[Event "Rated match"]',
        '[Site "Kibitz K7QX"]',
        '[Date "2026.11.20"]',
        '[Round "-"]',
        '[White "otter"]',
        '[Black "alphabeta:depth=9"]',
        '[Result "1/2-1/2"]',
        '[BlackElo "1612"]',
        '[WhiteType "human"]',
        '[BlackType "program"]',
        '[TimeControl "300+3"]',
        '[Termination "agreement"]',
        "",
        "1. e4 e5 2. Nf3 O-O-O 1/2-1/2",
    ]


def test_chess_from_a_position() -> None:
    """FEN is the position after the opening, and has the number of the first move."""
    start = chess(start="some", opening=["e2e4"])
    start = start.model_copy(update={"state": start.state.model_copy(update={"text": FEN})})
    after = chess("e5 Nf3", seats=[OTTER, ENGINE])
    moves = [move.model_copy(update={"seat": 1 - move.seat}) for move in after.moves]
    text = match_text(start, after.model_copy(update={"moves": moves}), None)
    assert f'[SetUp "1"]\n[FEN "{FEN}"]\n' in text
    assert text.endswith("\n12... e5 13. Nf3 *\n")


def test_chess960_has_its_variant_and_position() -> None:
    """The first position is that of the array, also for a record that begins later."""
    made = chess("e4", options={"array": 0}, clock=PerMove(move_s=30))
    text = match_text(made, made, None)
    assert '[Variant "Chess960"]\n[TimeControl "1/30"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/' in text
    assert first_position(chess(start="given", options={"array": 0}, moves="e4")) == "given"


def test_draughts_with_a_number_is_pdn() -> None:
    """Programs for draughts know the game by its number."""
    game = GAME.model_copy(update={"name": "international", "seats": ["White", "Black"]})
    made = snapshot(game=game, clock=Byoyomi(base_s=60, periods=3, period_s=30), options={})
    assert '[GameType "20"]\n[TimeControl "?"]\n\n*\n' in match_text(made, made, None)


def test_a_running_match() -> None:
    """Before the start, a match has no date and no result."""
    made = snapshot("4")
    text = match_text(made, made, None)
    assert '[Date "????.??.??"]' in text
    assert text.endswith("1. b2 *\n")


def test_moves_that_do_not_alternate() -> None:
    """A second move in a row, or a first move of the second seat, has dots."""
    seats = (1, 0, 0, 1, 1)
    moves = [MoveView(ply=ply, seat=seat, move=f"m{ply}", elapsed_ms=0, search=None) for ply, seat in enumerate(seats)]
    made = snapshot("40862", moves=moves)
    assert match_text(made, made, None).splitlines()[-1] == "1... m0 2. m1 3. m2 m3 4... m4 *"


def test_results() -> None:
    """A draw and an aborted match have different tokens."""
    drawn = snapshot("4", phase="finished", result=Result(winner=None, reason="full board"))
    aborted = snapshot("4", phase="aborted", result=Result(winner=None, reason="withdrawn"))
    assert (result_token(drawn), result_token(aborted)) == ("1/2-1/2", "*")


def test_clocks_come_from_the_events() -> None:
    """The clock of a move is the time that its player has left after it."""
    played = event(4, Moved(move=move(0, 4)), position("4", remaining_ms=[58_500, 60_000]))
    text = pgn_text([snapshot(), played], comments=True)
    assert text.endswith("1. b2 {[%clk 0:00:58.5] [%emt 0:00:01.5]} *\n")
    assert "%clk" not in pgn_text([snapshot(), played])
