"""Line mode of a player of cards, who sees only the own ones."""

import pytest

from kibitz_client.match.fairness import KEPT
from kibitz_client.match.table.unseen import FACE_DOWN, SECRETS
from kibitz_client.text.events import QUERIES
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import ChanceDecided, Event, Finished, Moved, SeedKept, SeedRevealed
from kibitz_protocol.to_server import Move, Resign
from kibitz_protocol.values.matches import ChanceView, MoveView, Result
from kibitz_protocol.values.state import State
from tests.client.cards import CARDS, TABLE, cards_state, hand
from tests.client.dice import SEED, SEED_HASH
from tests.client.samples import event, snapshot
from tests.client.terminal.test_line_player import Conversation

OWN = ChanceView(number=1, ply=0, text="K", said="North gets K")
OTHER = ChanceView(number=2, ply=0, text="?")
TRUE = ChanceView(number=2, ply=0, text="Q", said="South gets Q")
SIZES = ["fold", "call", *(f"raise {number}" for number in range(4, 201))]
BET = cards_state(legal=SIZES, paths=[[]] * len(SIZES), counters={"pot": 6, "North bet": 2, "South bet": 4})


def started(state: State = BET) -> list[Event]:
    """Return the deals that otter hears before the first move."""
    dealt = cards_state(trays=[hand(0, "K"), hand(1)], legal=[], paths=[], chances=["?"], weights=[1], to_move=None)
    return [event(4, ChanceDecided(chance=OWN), dealt), event(5, ChanceDecided(chance=OTHER), state)]


def ended() -> list[Event]:
    """Return the fold of otter, the end, and the seed with the true chance events."""
    fold = MoveView(ply=0, seat=0, move="fold", said="folds: South wins 6", elapsed_ms=1500, search=None)
    counters = {"pot": 0, "last hand won by South": 2}
    over = cards_state(ply=1, legal=[], paths=[], to_move=None, trays=[hand(0), hand(1)], counters=counters)
    return [
        event(6, Moved(move=fold), over),
        event(7, Finished(result=Result(winner=1, reason="fold")), over, "finished"),
        event(8, SeedRevealed(server_seed=SEED, chance_events=[OWN, TRUE]), None, "finished"),
    ]


def conversation(*lines: str, plain: bool = False, tty: bool = False) -> Conversation:
    """Return the line mode of North, which the server has just started."""
    found = Conversation(*lines, plain=plain, tty=tty)
    found.client.tell(
        snapshot(
            game=CARDS,
            board=TABLE,
            state=cards_state(trays=[hand(0), hand(1)], legal=[], paths=[], to_move=None, chances=["K"], weights=[1]),
            you=0,
            server_seed_hash=SEED_HASH,
        ),
        *started(),
    )
    found.on(Move, lambda _command: found.client.tell(*ended()))
    return found


async def test_a_player_sees_the_own_card_and_the_bounds_of_a_raise() -> None:
    """What stays secret comes first, a card of the opponent is dealt face down, and raises are one text."""
    found = conversation("fold")
    assert await found.run()
    assert SECRETS not in found.out
    assert f"North gets K\n{FACE_DOWN}\n" in found.out
    assert " South  [?]          bet 4\n                     pot 6\n North  [K]          bet 2\n" in found.out
    assert "you can: call, fold, raise 4 to 200\n" in found.out
    assert found.out.endswith("You lose: fold.\nsee all cards: kibitz replay K7QX\n")


@pytest.mark.parametrize(
    ("typed", "sent"),
    [("60", "raise 60"), ("r 60", "raise 60"), ("pot", "raise 12"), ("all", "raise 200"), ("call", "call"), ("c", "c")],
)
async def test_a_number_is_a_raise(typed: str, sent: str) -> None:
    """A number stands for the raise to it; other abbreviations are the server's."""
    found = conversation(typed)
    await found.run()
    assert found.moves == [(0, sent)]


async def test_all_cards_are_told_after_the_end() -> None:
    """The list of moves has the true cards then, and fairness points to it."""
    found = conversation("moves", "think", "fold")
    assert await found.run()
    assert f"North gets K\n{FACE_DOWN}\nmove> think\nwhat the engines think would show their cards" in found.out
    assert found.mode.state is not None
    moves = QUERIES["moves"](found.mode.state, Style(), 0)
    assert moves == ["North gets K", "South gets Q", "1. North otter folds: South wins 6  1.5 s"]
    assert "see each card that was dealt: type moves" in QUERIES["fairness"](found.mode.state, Style(), 0)


async def test_an_early_end_says_that_cards_stay_hidden() -> None:
    """After a resignation no replay of all cards is offered."""
    found = conversation("resign")
    over = cards_state(legal=[], paths=[], to_move=None, trays=[hand(0, "K"), hand(1)])
    left = Finished(result=Result(winner=1, reason="resignation"))
    messages = (event(6, left, over, "finished"), event(7, SeedKept(), None, "finished"))
    found.on(Resign, lambda _command: found.client.tell(*messages))
    assert await found.run()
    assert f"You lose: you resigned.\n{KEPT}\n" in found.out
    assert "see all cards" not in found.out


async def test_a_screen_reader_hears_the_own_cards_first() -> None:
    """A plain output says the cards in words on request."""
    found = conversation("board", "fold", plain=True)
    await found.run()
    assert "1. North otter folds: South wins 6  1.5 s\nlast hand won by South: 2\n" in found.out
    assert "North hand: king\nNorth bet 2\npot 6\nSouth hand: a card that you do not see\n" in found.out


async def test_what_can_be_completed() -> None:
    """Of moves that are alike but for a number, only their word is offered."""
    found = conversation(tty=True)
    await found.run()
    assert found.mode.words()[:3] == ["call", "fold", "raise "]
