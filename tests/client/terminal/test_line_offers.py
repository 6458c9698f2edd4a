"""Offers, answers and rematches in line mode."""

import asyncio
from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.terminal.line_player import LineMode
from kibitz_client.terminal.match_texts import REMATCH_PROMPT
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    Fact,
    Finished,
    Moved,
    Next,
    Offered,
    RematchAgreed,
    RematchDropped,
    Rematched,
    Resumed,
    Started,
    TakenBack,
)
from kibitz_protocol.to_server import Accept, Move, Offer, Resign
from kibitz_protocol.values.matches import Result, SeriesView
from kibitz_protocol.values.seats import SeatView
from tests.client.samples import GAME, MATCH, OTTER, event, move, position, snapshot
from tests.client.terminal.test_line_player import WON, Conversation
from tests.fakes.client import refused

MIA = SeatView(seat=1, kind="human", name="mia")
PAIR = [OTTER, MIA]
RESIGNED = event(9, Finished(result=Result(winner=1, reason="resignation")), position("40", to_move=None), "finished")


def state_of(*messages: Any, **fields: Any) -> MatchState:
    """Return the state after a snapshot and these messages."""
    state = advance(None, snapshot(seats=PAIR, **fields))
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


class Again(Conversation):
    """Line mode on a terminal that asks for a rematch at the end."""

    def __init__(self, *lines: str, tty: bool = True, back: bool = False) -> None:
        super().__init__(*lines, tty=tty, open_end=True)
        self.noted: list[tuple[str, bool]] = []
        self.mode = LineMode(
            self.client,
            MATCH,
            self.recorded.output,
            self.keyboard,
            ask_rematch=True,
            resume_adjourned=back,
            on_match=lambda state: self.noted.append((state.match, state.over)),
        )

    @property
    def offers(self) -> list[str]:
        """The offers that were sent."""
        return [command.offer for command in self.client.asked if isinstance(command, Offer)]


# -- words


# -- the state


# -- the conversation


async def test_a_takeback_from_a_pipe() -> None:
    """The line after a takeback waits for the answer, and then applies to the earlier ply."""
    conversation = Conversation("a1", "takeback", "b2")
    conversation.client.tell(snapshot(you=0))

    def moved(command: Move) -> None:
        if command.move == "a1":
            reply = event(5, Moved(move=move(1, 0)), position("60"))
            conversation.client.tell(event(4, Moved(move=move(0, 6)), position("6")), reply)
        else:
            conversation.client.tell(WON)

    def offered(_: Offer) -> None:
        facts: tuple[Fact, ...] = Offered(seat=0, offer="takeback"), Agreed(seat=0, offer="takeback", by=1)
        told = [event(seq, fact) for seq, fact in enumerate(facts, 6)]
        conversation.client.tell(*told, event(8, TakenBack(seat=0, plies=2), position()))

    conversation.on(Move, moved)
    conversation.on(Offer, offered)
    assert await conversation.run()
    assert conversation.moves == [(0, "a1"), (0, "b2")]
    assert "agrees to the takeback" in conversation.out


async def test_a_refused_offer_does_not_hold_up_a_pipe() -> None:
    """After a refused offer, the next line is processed."""
    conversation = Conversation("takeback", "quit")
    conversation.on(Offer, lambda _: refused(Code.NO_MOVE, "you have no move to take back"))
    conversation.client.tell(snapshot(you=0))
    assert not await conversation.run()
    assert conversation.out.endswith("move> takeback\nyou have no move to take back\nmove> quit\n")


async def test_an_offer_is_answered_out_of_turn() -> None:
    """The `accept` of a pipe is processed as soon as there is an offer, on either player's turn."""
    conversation = Conversation("accept", tty=False, open_end=True)
    conversation.on(Accept, lambda _: conversation.client.tell(RESIGNED))
    conversation.client.tell(snapshot("4", seats=PAIR, you=0), event(4, Offered(seat=1, offer="draw")))
    assert await conversation.run()
    assert isinstance(conversation.client.asked[0], Accept)


async def test_a_standing_offer_is_shown_again_at_the_own_turn() -> None:
    """Where a draw offer stands after the move of the other side, the turn begins with it."""
    conversation = Conversation("accept", tty=True, open_end=True)
    conversation.on(Accept, lambda _: conversation.client.tell(RESIGNED))
    chess = GAME.model_copy(update={"draw_offers_stand": True})
    conversation.client.tell(
        snapshot("4", seats=PAIR, you=0, game=chess),
        event(5, Offered(seat=1, offer="draw")),
        event(6, Moved(move=move(1, 0)), position("40")),
    )
    assert await conversation.run()
    shown = conversation.out[: conversation.out.index("move> ")]
    assert shown.count("mia offers a draw  (type accept or decline)") == 2


async def test_a_pause_on_a_terminal() -> None:
    """During a pause, no move is sent; after it, the board is shown again."""
    conversation = Conversation("a1", "resume", tty=True, open_end=True)

    def resume(_: Offer) -> None:
        conversation.client.tell(event(5, Resumed(), position()), WON)

    conversation.on(Offer, resume)
    conversation.client.tell(snapshot(you=0, phase="paused"))
    assert await conversation.run()
    assert conversation.moves == []
    assert "the match is paused; type resume to continue\n" in conversation.out
    assert conversation.out.count("(legal lists all") == 1


async def test_a_move_while_dead_stones_are_settled_says_what_can_be_done() -> None:
    """It is not a move of a paused match, which would only have to be continued."""
    conversation = Conversation("a1", "resume", tty=True, open_end=True)
    conversation.on(Offer, lambda _: conversation.client.tell(event(5, Resumed(), position()), WON))
    groups = position("408", to_move=None).model_copy(update={"removable": [[4]], "legal": [], "paths": []})
    conversation.client.tell(snapshot("408", you=0, phase="paused", state=groups))
    assert await conversation.run()
    assert conversation.moves == []
    assert conversation.out.count("both sides have passed; type settle") == 2


async def test_a_rematch_on_a_terminal() -> None:
    """The player is asked for a rematch at the end, and redirected to it; an empty line leaves."""
    conversation = Again("rematch")

    def rematch(_: Offer) -> None:
        agreed: tuple[Fact, ...] = Offered(seat=0, offer="rematch"), Agreed(seat=0, offer="rematch", by=1)
        for seq, fact in enumerate((*agreed, RematchAgreed(), Rematched(match="m2", code="7QX42K")), 10):
            conversation.client.tell(event(seq, fact, None, "finished"))
        conversation.client.tell(Next(match=MATCH, why="rematch", next="m2", code="7QX42K", series=None))
        conversation.client.tell(snapshot(match="m2", code="7QX42K", seats=PAIR, you=1))
        conversation.client.tell(event(3, Aborted(reason="otter aborted it"), position(), "aborted", match="m2"))
        conversation.keyboard.type("")

    conversation.on(Offer, rematch)
    conversation.client.tell(snapshot(seats=PAIR, you=0), RESIGNED)
    assert await conversation.run()
    assert conversation.out.count(REMATCH_PROMPT) == 2
    assert conversation.out.count("mia wins") == 0
    assert conversation.out.count("You lose: you resigned.") == 1
    assert "Tic-tac-toe  7QX42K" in conversation.out
    assert conversation.noted == [(MATCH, False), (MATCH, True), ("m2", False), ("m2", True)]


async def test_a_rematch_from_a_pipe_is_played() -> None:
    """The next line of a pipe is a move in the rematch."""
    conversation = Again("resign", "rematch", "b2", tty=False)
    conversation.on(Resign, lambda _: conversation.client.tell(RESIGNED))

    def rematch(_: Offer) -> None:
        conversation.client.tell(event(10, Rematched(match="m2", code="7QX42K"), None, "finished"))
        conversation.client.tell(Next(match=MATCH, why="rematch", next="m2", code="7QX42K", series=None))
        conversation.client.tell(snapshot(match="m2", you=0))

    conversation.on(Offer, rematch)
    conversation.on(Move, lambda _: conversation.client.tell(event(4, WON.event, WON.state, "finished", match="m2")))
    conversation.client.tell(snapshot(seats=PAIR, you=0))
    assert await conversation.run()
    assert conversation.moves == [(0, "b2")]


async def test_a_rematch_from_a_pipe() -> None:
    """A pipe gets a rematch only if its next line asks for one."""
    conversation = Again("resign", "rematch", "a1", tty=False)
    conversation.on(Resign, lambda _: conversation.client.tell(RESIGNED))
    dropped = event(10, RematchDropped(reason="full"), None, "finished")
    conversation.on(Offer, lambda _: conversation.client.tell(dropped))
    conversation.client.tell(snapshot(seats=PAIR, you=0))
    async with asyncio.timeout(30):
        assert await conversation.mode.run()
    assert (conversation.offers, conversation.moves) == (["rematch"], [])


async def test_joining_an_adjourned_match_offers_to_resume() -> None:
    """Joining an adjourned match again offers to resume it."""
    conversation = Again(back=True)
    conversation.on(Offer, lambda _: conversation.client.hang_up())
    conversation.client.tell(snapshot(seats=PAIR, you=0, phase="paused", adjourned=True))
    with pytest.raises(Exception, match="closed"):
        await conversation.run()
    assert conversation.offers == ["resume"]


async def test_the_games_of_a_series_are_one_conversation() -> None:
    """Line mode waits for the next game of a series, and plays it."""
    conversation = Conversation("b2", open_end=True)
    series = SeriesView(id="s", number=1, games=2, score=[0, 0])
    over = Next(match="m2", why="series", next=None, code=None, series=series.model_copy(update={"score": [1, 0.5]}))
    won = event(4, WON.event, WON.state, "finished", match="m2")
    conversation.on(Move, lambda _: conversation.client.tell(won, over))
    conversation.client.tell(snapshot("4", you=0, series=series), RESIGNED)
    conversation.client.tell(Next(match=MATCH, why="series", next="m2", code="7QX42K", series=None))
    second = series.model_copy(update={"number": 2})
    conversation.client.tell(snapshot(match="m2", code="7QX42K", you=0, series=second, phase="open"))
    conversation.client.tell(event(3, Started(), position(), match="m2"))
    assert await conversation.run()
    assert conversation.moves == [(0, "b2")]
    assert "the next game begins in a moment" in conversation.out
    assert "the series is over: otter 1, " in conversation.out
