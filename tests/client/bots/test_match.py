"""A bot match asks the bot, sends its moves, and survives its mistakes."""

import asyncio
from typing import Any

import pytest

from kibitz_client.bots import BERSERK, RESIGN, Bot, MatchState, TimeLeft
from kibitz_client.bots.match import BotMatch, RematchPolicy
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Moved, Offered, Paused, Refused, Rematched, WentBerserk
from kibitz_protocol.to_server import Accept, Decline, GoBerserk, Move, Offer, Resign
from kibitz_protocol.values.matches import OfferView, Result
from kibitz_protocol.values.seats import SeatView
from tests.client.dice import SEED, opened, played
from tests.client.samples import MATCH, OTTER, event, move, position, snapshot
from tests.fakes.bots import LobbyClient, ScriptedBot
from tests.fakes.client import refused

LOST = Finished(result=Result(winner=1, reason="line"))


class Game:
    """A match of tic-tac-toe with a bot at seat 0."""

    def __init__(self, bot: Bot, cells: str = "", policy: RematchPolicy = RematchPolicy.NO, **changes: Any) -> None:
        self.client = LobbyClient()
        self.log: list[str] = []
        self.seq = 3 + len(cells)
        self.cells = cells
        first = snapshot(cells, **{"you": 0, **changes})
        self.match = BotMatch(self.client, bot, first, self.log.append, lambda: policy)
        self.playing = asyncio.create_task(self.match.play())

    def play(self, cell: int) -> None:
        """Receive a move."""
        self.cells += str(cell)
        self.seq += 1
        ply = len(self.cells) - 1
        self.match.receive(event(self.seq, Moved(move=move(ply, cell)), position(self.cells)))

    async def finish(self) -> MatchState:
        """Receive the end of the match, and await its last state."""
        self.seq += 1
        self.match.receive(event(self.seq, LOST, position(self.cells, to_move=None), "finished"))
        return await self.playing


async def test_a_bot_is_asked_when_it_is_to_move() -> None:
    """Each turn of the bot is one call and one move with its ply and position; the opponent's turns are not."""
    bot = ScriptedBot("b2", "a1")
    game = Game(bot)
    (first,) = await game.client.until(Move)
    assert (first.ply, first.move, first.position) == (0, "b2", "p")
    game.play(4)
    game.play(0)
    await game.client.until(Move, 2)
    state = await game.finish()
    assert [asked.position.ply for asked, _ in bot.asked] == [0, 2]
    assert [command.move for command in game.client.sent(Move)] == ["b2", "a1"]
    assert [one.match for one in bot.began] == [state.match]
    assert bot.ended == [state]
    assert state.result == LOST.result
    assert game.log[-1] == "match K7QX: O (engine alphabeta:depth=9) wins: a line."


async def test_a_bot_goes_berserk_and_is_asked_again() -> None:
    """The command is sent before the first move, for which the bot is asked with the clock of then."""
    bot = ScriptedBot(BERSERK, "b2")
    bot.attempts = 1
    game = Game(bot, berserk=[], state=position(remaining_ms=[60_000, 60_000]))
    await game.client.until(GoBerserk)
    assert game.client.sent(Move) == []
    game.seq += 1
    game.match.receive(event(game.seq, WentBerserk(seat=0), position(remaining_ms=[30_000, 60_000])))
    (command,) = await game.client.until(Move)
    assert command.move == "b2"
    assert [clock.seats_s[0] for _, clock in bot.asked if clock is not None] == pytest.approx([60, 30], abs=1)
    await game.finish()


async def test_a_bot_goes_berserk_once() -> None:
    """A second time counts as no move, and is not sent as one."""
    game = Game(ScriptedBot(BERSERK, BERSERK, "b2"), berserk=[])
    await game.client.until(GoBerserk)
    game.seq += 1
    game.match.receive(event(game.seq, WentBerserk(seat=0), position()))
    assert [command.move for command in await game.client.until(Move)] == ["b2"]
    assert len(game.client.sent(GoBerserk)) == 1
    await game.finish()


async def test_a_bot_that_cannot_go_berserk_is_asked_once_more() -> None:
    """In other matches it counts as no move, and no command is sent."""
    game = Game(ScriptedBot(BERSERK, "b2"))
    await game.client.until(Move)
    assert game.client.sent(GoBerserk) == []
    assert "match K7QX: the bot cannot go berserk now" in game.log
    await game.finish()


async def test_a_bot_whose_berserk_is_refused_resigns_at_last() -> None:
    """The refusal of the server counts as no move, too."""
    game = Game(ScriptedBot(BERSERK, BERSERK), berserk=[])
    game.client.script = lambda command: refused(Code.NO_BERSERK, "no") if isinstance(command, GoBerserk) else None
    await game.client.until(Resign)
    assert (len(game.client.sent(GoBerserk)), game.client.sent(Move)) == (2, [])
    await game.finish()


async def test_a_bot_is_asked_after_the_chance_events() -> None:
    """While a chance event is due there is no turn; the chance events are in the state, and the seed at the end."""
    bot = ScriptedBot("b2")
    _, *rest = played()
    client = LobbyClient()
    match = BotMatch(client, bot, opened(), lambda _line: None)
    playing = asyncio.create_task(match.play())
    for message in rest[:4]:
        match.receive(message)
    (command,) = await client.until(Move)
    assert (command.ply, command.move) == (0, "b2")
    for message in rest[4:]:
        match.receive(message)
    assert (await playing).server_seed == SEED
    assert [[chance.text for chance in state.chance_events] for state, _ in bot.asked] == [["6"]]
    assert [state.server_seed for state in bot.ended] == [SEED]


async def test_a_bot_sees_its_clock() -> None:
    """`clock` has the time of the bot, of each seat, and the time control."""
    bot = ScriptedBot("b2")
    game = Game(bot, state=position(remaining_ms=[60_000, 30_000]))
    await game.client.until(Move)
    ((_, clock),) = bot.asked
    assert isinstance(clock, TimeLeft)
    assert 59 < clock.yours_s <= 60
    assert clock.seats_s == (clock.yours_s, 30.0)
    await game.finish()


def test_a_clock_runs_on() -> None:
    """The time of the seat that is to move gets less, and never less than none."""
    clock = TimeLeft(60.0, (60.0, 30.0), "1+0")
    assert clock.after(2.5, 0) == TimeLeft(57.5, (57.5, 30.0), "1+0")
    assert clock.after(90.0, 0) == TimeLeft(0.0, (0.0, 30.0), "1+0")


async def test_a_bot_that_raises_is_asked_again_and_then_resigns() -> None:
    """A bot that keeps raising resigns, and the log has the traceback."""
    game = Game(ScriptedBot(ValueError("no idea"), ValueError("still none")))
    await game.client.until(Resign)
    assert not game.client.sent(Move)
    assert game.log.count("match K7QX: the bot raised ValueError at ply 0: no idea") == 1
    assert any("still none" in line for line in game.log)
    assert any("raise answer" in line for line in game.log)
    await game.finish()


async def test_a_single_mistake_costs_nothing() -> None:
    """The second answer is played."""
    game = Game(ScriptedBot(None, "b2"))
    (sent,) = await game.client.until(Move)
    assert sent.move == "b2"
    assert any("the bot returned None at ply 0, which is not a move" in line for line in game.log)
    await game.finish()


async def test_an_illegal_move_is_logged_with_its_hint() -> None:
    """The bot is asked again after an illegal move; the log has the sentence and the hint."""
    game = Game(ScriptedBot("z9", "b2"))

    def answer(command: Any) -> Refused | None:
        if isinstance(command, Move) and command.move == "z9":
            return refused(Code.ILLEGAL_MOVE, "'z9' is not a move here", "legal moves: a1 b2")
        return None

    game.client.script = answer
    await game.client.until(Move, 2)
    assert "match K7QX: move 'z9' was refused: 'z9' is not a move here (legal moves: a1 b2)" in game.log
    await game.finish()
    assert not game.client.sent(Resign)


async def test_a_late_move_is_dropped() -> None:
    """A refusal for another ply does not make the bot resign."""
    game = Game(ScriptedBot("b2"))
    game.client.script = lambda _: refused(Code.STALE_PLY, "the match is at ply 1")
    await game.client.until(Move)
    await game.finish()
    assert not game.client.sent(Resign)


async def test_a_bot_may_resign() -> None:
    """RESIGN in place of a move resigns the match."""
    game = Game(ScriptedBot(RESIGN))
    await game.client.until(Resign)
    assert not game.client.sent(Move)
    await game.finish()


async def test_a_bot_that_never_answers_resigns() -> None:
    """After `patience_s` the match is resigned."""

    class Stuck(Bot):
        patience_s = 0.001

        async def choose(self, _state: MatchState, _clock: TimeLeft | None) -> str:
            await asyncio.Event().wait()
            return "never"

    game = Game(Stuck())
    await game.client.until(Resign)
    assert any("returned no move within 0.001 s" in line for line in game.log)
    await game.finish()


async def test_a_takeback_cancels_the_choice_of_a_move() -> None:
    """A takeback cancels the call and asks again, even for the same position."""
    asked: list[MatchState] = []
    cancelled: list[int] = []

    class Slow(Bot):
        async def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
            asked.append(state)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(state.position.ply)
                raise
            return "never"

    game = Game(Slow(), "40")
    while not asked:
        await asyncio.sleep(0)
    game.match.receive(snapshot("4", you=0, seq=6))
    game.match.receive(snapshot("40", you=0, seq=7))
    game.seq = 7
    while len(asked) < 2:
        await asyncio.sleep(0)
    assert cancelled == [2]
    await game.finish()
    assert cancelled == [2, 2]


async def test_a_hook_that_fails_is_only_logged() -> None:
    """The match continues after a hook raises."""

    class Clumsy(ScriptedBot):
        async def on_start(self, _state: MatchState) -> None:
            raise KeyError("oops")

    game = Game(Clumsy("b2"))
    await game.client.until(Move)
    assert "match K7QX: on_start raised KeyError: 'oops'" in game.log
    await game.finish()


async def test_a_bot_answers_offers() -> None:
    """By default a bot accepts offers except a draw, in a rated match only to resume; its own `agrees` decides instead.

    It declines if that raises.
    """

    class Choosy(ScriptedBot):
        async def agrees(self, state: MatchState, offer: str) -> bool:
            if offer == "pause":
                raise ValueError("no idea")
            return offer == "draw" and state.position.ply == 1

    for bot, offer, answer, rated in (
        (ScriptedBot(), "takeback", Accept, False),
        (ScriptedBot(), "draw", Decline, False),
        *((ScriptedBot(), offer, Decline, True) for offer in ("takeback", "pause", "adjourn", "abort")),
        (ScriptedBot(), "resume", Accept, True),
        (Choosy(), "draw", Accept, False),
        (Choosy(), "pause", Decline, False),
    ):
        game = Game(bot, "4", rated=rated)
        game.seq += 1
        game.match.receive(event(game.seq, Offered(seat=1, offer=offer)))  # type: ignore[arg-type]
        (command,) = await game.client.until(answer)
        assert command.offer == offer
        await game.finish()
    assert "match K7QX: agrees raised ValueError: no idea" in game.log


@pytest.mark.parametrize(
    ("found", "dead"),
    [(None, []), ([8, 4], [4, 8]), (ValueError("no idea"), [])],
    ids=["by default", "some", "a failure"],
)
async def test_a_bot_proposes_what_is_dead(found: Any, dead: list[int]) -> None:
    """Once both sides have passed, it proposes the cells that `dead` returns, by default or if that raises none."""

    class Judge(ScriptedBot):
        def dead(self, _state: MatchState) -> list[int]:
            if isinstance(found, Exception):
                raise found
            chosen: list[int] = found
            return chosen

    groups = position("408", to_move=None).model_copy(update={"removable": [[4], [0, 8]], "legal": [], "paths": []})
    game = Game(ScriptedBot() if found is None else Judge(), "4")
    game.seq += 1
    game.match.receive(event(game.seq, Paused(adjourned=False), groups, "paused"))
    (command,) = await game.client.until(Offer)
    assert (command.offer, command.dead) == ("settle", dead)
    await game.finish()


MIA = SeatView(seat=1, kind="human", name="mia")


@pytest.mark.parametrize(
    ("says", "policy", "answer"),
    [
        (None, RematchPolicy.YES, Accept),
        (None, RematchPolicy.IF_BOT_WANTS, Decline),
        (True, RematchPolicy.IF_BOT_WANTS, Accept),
        (True, RematchPolicy.NO, Decline),
        (False, RematchPolicy.YES, Decline),
        (ValueError("no idea"), RematchPolicy.YES, Decline),
    ],
)
async def test_a_bot_answers_a_rematch_offer(says: Any, policy: RematchPolicy, answer: type) -> None:
    """The bot decides, otherwise the plan; a plan without room and a bot that raises decline."""
    asked: list[Result] = []

    class Decided(ScriptedBot):
        def rematch(self, result: Result) -> bool | None:
            asked.append(result)
            if isinstance(says, Exception):
                raise says
            decided: bool | None = says
            return decided

    game = Game(Decided(), "4", seats=[OTTER, MIA], policy=policy)
    await game.finish()
    waiting = asyncio.create_task(game.match.wait_for_rematch(30.0))
    game.match.receive(event(game.seq + 1, Offered(seat=1, offer="rematch"), phase="finished"))
    (command,) = await game.client.until(answer)
    assert (command.match, command.offer) == (MATCH, "rematch")
    assert asked == ([] if policy is RematchPolicy.NO else [LOST.result])
    game.match.receive(event(game.seq + 2, Rematched(match="m2", code="NEXT"), phase="finished"))
    assert await waiting


async def test_a_bot_waits_only_for_a_human_and_not_for_long() -> None:
    """The wait for a rematch ends at once against an engine, and at its timeout against a player."""
    game = Game(ScriptedBot(), "4", policy=RematchPolicy.YES)
    await game.finish()
    assert not game.match.may_play_again
    assert not await game.match.wait_for_rematch(30.0)
    game = Game(ScriptedBot(), "4", seats=[OTTER, MIA], policy=RematchPolicy.YES)
    await game.finish()
    assert game.match.may_play_again
    assert not await game.match.wait_for_rematch(0.0)


async def test_an_offer_made_during_a_disconnection_is_answered() -> None:
    """The bot answers an offer that its first snapshot shows."""
    game = Game(ScriptedBot(), "4", offers=[OfferView(seat=1, offer="takeback")])
    (command,) = await game.client.until(Accept)
    assert command.offer == "takeback"
    await game.finish()
