"""Client-side state of a match with chance events."""

from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.to_client import ClientSeedGiven, Moved, TakenBack
from tests.client.dice import SEED, SEED_HASH, due, opened, played
from tests.client.samples import event, move, position, together


def states() -> list[MatchState]:
    """Return the state after each message of a match."""
    return [state for _, state in record_scenes(played())]


def test_chance_events_and_seeds_are_kept() -> None:
    """The hash is known from the start, the client seeds before it, each event as it comes, and the seed at the end."""
    first, *_, finished, last = states()
    assert (first.server_seed_hash, first.server_seed, first.client_seeds, first.chance_events) == (
        SEED_HASH,
        None,
        (None, None),
        (),
    )
    assert last.client_seeds == ("ours", "theirs")
    assert [(chance.ply, chance.text) for chance in last.chance_events] == [(0, "6"), (1, "1"), (1, "6")]
    assert (finished.awaits_seed, last.awaits_seed, last.server_seed) == (True, False, SEED)


def test_no_player_is_to_move_while_a_chance_event_is_due() -> None:
    """That holds for a player of one side and for one of both sides."""
    before, after = states()[3:5]
    assert (before.position.chances, before.your_turn, after.your_turn) == (["1", "6"], False, True)
    local = advance(None, together(state=due(""), server_seed_hash=SEED_HASH))
    assert local is not None
    assert (local.local, local.your_turn) == (True, False)


def test_texts_of_a_server_that_has_listed_none() -> None:
    """The list is as long as that of the seats."""
    state = advance(
        advance(None, opened(client_seeds=[])), event(4, ClientSeedGiven(seat=1, client_seed="theirs"), phase="open")
    )
    assert state is not None
    assert state.client_seeds == (None, "theirs")


def test_a_takeback_keeps_the_chance_events_before_the_move() -> None:
    """The chance events that had led to the position stand again."""
    state = states()[4]
    for message in (
        event(8, Moved(move=move(0, 4)), position("4")),
        event(9, TakenBack(seat=0, plies=1), position()),
    ):
        after = advance(state, message)
        assert after is not None
        state = after
    assert ([chance.text for chance in state.chance_events], state.moves) == (["6"], ())
