"""Client-side state of a match with random draws."""

from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.to_client import LotsGiven, Moved, TakenBack
from tests.client.dice import SEED, SEED_HASH, due, opened, played
from tests.client.samples import event, move, position, together


def states() -> list[MatchState]:
    """Return the state after each message of a match."""
    return [state for _, state in record_scenes(played())]


def test_draws_random_texts_and_the_seed_are_kept() -> None:
    """The hash is known from the start, the texts before it, each draw as it falls, and the seed after the end."""
    first, *_, finished, last = states()
    assert (first.seed_hash, first.seed, first.lots, first.draws) == (SEED_HASH, None, (None, None), ())
    assert last.lots == ("ours", "theirs")
    assert [(draw.ply, draw.text) for draw in last.draws] == [(0, "6"), (1, "1"), (1, "6")]
    assert (finished.awaits_seed, last.awaits_seed, last.seed) == (True, False, SEED)


def test_no_player_is_to_move_while_a_draw_is_due() -> None:
    """That holds for a player of one side and for one of both sides."""
    before, after = states()[3:5]
    assert (before.position.draws, before.your_turn, after.your_turn) == (["1", "6"], False, True)
    local = advance(None, together(state=due(""), seed_hash=SEED_HASH))
    assert local is not None
    assert (local.local, local.your_turn) == (True, False)


def test_texts_of_a_server_that_has_listed_none() -> None:
    """The list is as long as that of the seats."""
    state = advance(advance(None, opened(lots=[])), event(4, LotsGiven(seat=1, text="theirs"), phase="open"))
    assert state is not None
    assert state.lots == (None, "theirs")


def test_a_takeback_keeps_the_draws_before_the_move() -> None:
    """The draws that had led to the position stand again."""
    state = states()[4]
    for message in (
        event(8, Moved(move=move(0, 4)), position("4")),
        event(9, TakenBack(seat=0, plies=1), position()),
    ):
        after = advance(state, message)
        assert after is not None
        state = after
    assert ([draw.text for draw in state.draws], state.moves) == (["6"], ())
