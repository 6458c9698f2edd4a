"""One match of a bot, told by hand: what it is asked, what is sent, and what becomes of its mistakes."""

import asyncio
from typing import Any

import pytest

from kibitz_client.bots import RESIGN, Bot, MatchState, TimeLeft
from kibitz_client.bots.match import Again, BotMatch
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Moved, Offered, Refused, Rematched
from kibitz_protocol.to_server import Accept, Decline, Move, Resign
from kibitz_protocol.values import OfferView, Result, SeatView
from tests.client.bots.fakes import Lobby, ScriptedBot
from tests.client.fakes import refused
from tests.client.samples import MATCH, OTTER, event, move, position, snapshot

LOST = Finished(result=Result(winner=1, reason="line"))


class Game:
    """A table with a bot at seat 0 of tic-tac-toe."""

    def __init__(self, bot: Bot, cells: str = "", again: Again = Again.NO, **changes: Any) -> None:
        self.link = Lobby()
        self.log: list[str] = []
        self.seq = 3 + len(cells)
        self.cells = cells
        told = snapshot(cells, **{"you": 0, **changes})
        self.table = BotMatch(self.link, bot, told, self.log.append, lambda: again)
        self.playing = asyncio.create_task(self.table.play())

    def play(self, cell: int) -> None:
        """A move happens."""
        self.cells += str(cell)
        self.seq += 1
        ply = len(self.cells) - 1
        self.table.receive(event(self.seq, Moved(move=move(ply, cell)), position(self.cells)))

    async def finish(self) -> MatchState:
        """The match ends, and so does the table."""
        self.seq += 1
        self.table.receive(event(self.seq, LOST, position(self.cells, to_move=None), "finished"))
        return await self.playing


async def test_a_bot_is_asked_when_it_is_to_move() -> None:
    """Each of our turns is one question and one move, with its ply and position; the other's turns are none."""
    bot = ScriptedBot("b2", "a1")
    game = Game(bot)
    (first,) = await game.link.until(Move)
    assert (first.ply, first.move, first.position) == (0, "b2", "p")
    game.play(4)
    game.play(0)
    await game.link.until(Move, 2)
    state = await game.finish()
    assert [asked.position.ply for asked, _ in bot.asked] == [0, 2]
    assert [command.move for command in game.link.said(Move)] == ["b2", "a1"]
    assert [one.match for one in bot.began] == [state.match]
    assert bot.ended == [state]
    assert state.result == LOST.result
    assert game.log[-1] == "match K7QX: O wins: line (alphabeta:depth=9)"


async def test_a_bot_sees_its_clock() -> None:
    """`clock` is what we have left, what each seat has, and the kind; None without a clock."""
    bot = ScriptedBot("b2")
    game = Game(bot, state=position(remaining_ms=[60_000, 30_000]))
    await game.link.until(Move)
    ((_, clock),) = bot.asked
    assert isinstance(clock, TimeLeft)
    assert 59 < clock.yours_s <= 60
    assert clock.seats_s == (clock.yours_s, 30.0)
    await game.finish()


async def test_a_bot_that_raises_is_asked_again_and_then_resigns() -> None:
    """Nobody waits for a broken bot, and the log says where it broke."""
    game = Game(ScriptedBot(ValueError("no idea"), ValueError("still none")))
    await game.link.until(Resign)
    assert not game.link.said(Move)
    assert game.log.count("match K7QX: the bot raised ValueError at ply 0: no idea") == 1
    assert any("still none" in line for line in game.log)
    assert any("raise answer" in line for line in game.log)
    await game.finish()


async def test_a_mistake_that_does_not_come_again_costs_nothing() -> None:
    """The second answer counts."""
    game = Game(ScriptedBot(None, "b2"))
    (sent,) = await game.link.until(Move)
    assert sent.move == "b2"
    assert any("the bot gave None at ply 0, which is not a move" in line for line in game.log)
    await game.finish()


async def test_an_illegal_move_is_told_with_its_hint() -> None:
    """What the server refuses as illegal is asked for again; the log has its sentence and the hint."""
    game = Game(ScriptedBot("z9", "b2"))

    def answer(command: Any) -> Refused | None:
        if isinstance(command, Move) and command.move == "z9":
            return refused(Code.ILLEGAL_MOVE, "'z9' is not a move here", "legal moves: a1 b2")
        return None

    game.link.script = answer
    await game.link.until(Move, 2)
    assert "match K7QX: move 'z9' was refused: 'z9' is not a move here (legal moves: a1 b2)" in game.log
    await game.finish()
    assert not game.link.said(Resign)


async def test_a_move_that_comes_too_late_is_let_go() -> None:
    """A refusal for another ply is no reason to resign: the match has gone on."""
    game = Game(ScriptedBot("b2"))
    game.link.script = lambda _: refused(Code.STALE_PLY, "the match is at ply 1")
    await game.link.until(Move)
    await game.finish()
    assert not game.link.said(Resign)


async def test_a_bot_may_resign() -> None:
    """RESIGN in place of a move."""
    game = Game(ScriptedBot(RESIGN))
    await game.link.until(Resign)
    assert not game.link.said(Move)
    await game.finish()


async def test_a_bot_that_never_answers_is_given_up() -> None:
    """After `patience_s` the match is resigned, whether the bot hangs in a coroutine or not."""

    class Stuck(Bot):
        patience_s = 0.001

        async def choose(self, _state: MatchState, _clock: TimeLeft | None) -> str:
            await asyncio.Event().wait()
            return "never"

    game = Game(Stuck())
    await game.link.until(Resign)
    assert any("gave no move within 0.001 s" in line for line in game.log)
    await game.finish()


async def test_thinking_about_a_position_that_is_gone_stops() -> None:
    """A takeback gives the thought up and asks anew, even for the position that it was about."""
    asked: list[MatchState] = []
    given_up: list[int] = []

    class Slow(Bot):
        async def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
            asked.append(state)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                given_up.append(state.position.ply)
                raise
            return "never"

    game = Game(Slow(), "40")
    while not asked:
        await asyncio.sleep(0)
    game.table.receive(snapshot("4", you=0, seq=6))
    game.table.receive(snapshot("40", you=0, seq=7))
    game.seq = 7
    while len(asked) < 2:
        await asyncio.sleep(0)
    assert given_up == [2]
    await game.finish()
    assert given_up == [2, 2]


async def test_a_hook_that_fails_is_only_told() -> None:
    """The match goes on."""

    class Clumsy(ScriptedBot):
        async def on_start(self, _state: MatchState) -> None:
            raise KeyError("oops")

    game = Game(Clumsy("b2"))
    await game.link.until(Move)
    assert "match K7QX: on_start raised KeyError: 'oops'" in game.log
    await game.finish()


async def test_a_bot_answers_offers() -> None:
    """What is offered is agreed to, but for a draw; a bot that decides for itself is asked, and its mistake is a no."""

    class Choosy(ScriptedBot):
        async def agrees(self, state: MatchState, offer: str) -> bool:
            if offer == "pause":
                raise ValueError("no idea")
            return offer == "draw" and state.position.ply == 1

    for bot, offer, answer in (
        (ScriptedBot(), "takeback", Accept),
        (ScriptedBot(), "draw", Decline),
        (Choosy(), "draw", Accept),
        (Choosy(), "pause", Decline),
    ):
        game = Game(bot, "4")
        game.seq += 1
        game.table.receive(event(game.seq, Offered(seat=1, offer=offer)))  # type: ignore[arg-type]
        (command,) = await game.link.until(answer)
        assert command.offer == offer
        await game.finish()
    assert "match K7QX: agrees raised ValueError: no idea" in game.log


MIA = SeatView(seat=1, kind="human", name="mia")


@pytest.mark.parametrize(
    ("says", "again", "answer"),
    [
        (None, Again.YES, Accept),
        (None, Again.IF_WANTED, Decline),
        (True, Again.IF_WANTED, Accept),
        (True, Again.NO, Decline),
        (False, Again.YES, Decline),
        (ValueError("no idea"), Again.YES, Decline),
    ],
)
async def test_a_bot_answers_who_wants_a_rematch(says: Any, again: Again, answer: type) -> None:
    """As it says itself, else as planned, and never where there is no room; its mistake is a no."""
    heard: list[Result] = []

    class Decided(ScriptedBot):
        def rematch(self, result: Result) -> bool | None:
            heard.append(result)
            if isinstance(says, Exception):
                raise says
            decided: bool | None = says
            return decided

    game = Game(Decided(), "4", seats=[OTTER, MIA], again=again)
    await game.finish()
    staying = asyncio.create_task(game.table.stay(30.0))
    game.table.receive(event(game.seq + 1, Offered(seat=1, offer="rematch"), phase="finished"))
    (command,) = await game.link.until(answer)
    assert (command.match, command.offer) == (MATCH, "rematch")
    assert heard == ([] if again is Again.NO else [LOST.result])
    game.table.receive(event(game.seq + 2, Rematched(match="m2", code="NEXT"), phase="finished"))
    assert await staying


async def test_nobody_stays_for_an_engine_or_for_ever() -> None:
    """An engine asks for nothing; who does not ask in time does not either."""
    game = Game(ScriptedBot(), "4", again=Again.YES)
    await game.finish()
    assert not game.table.may_play_again
    assert not await game.table.stay(30.0)
    game = Game(ScriptedBot(), "4", seats=[OTTER, MIA], again=Again.YES)
    await game.finish()
    assert game.table.may_play_again
    assert not await game.table.stay(0.0)


async def test_an_offer_that_was_made_while_the_bot_was_away_is_answered() -> None:
    """It stands in the snapshot with which the bot comes back."""
    game = Game(ScriptedBot(), "4", offers=[OfferView(seat=1, offer="takeback")])
    (command,) = await game.link.until(Accept)
    assert command.offer == "takeback"
    await game.finish()
