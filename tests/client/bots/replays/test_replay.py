"""A recorded session is replayed to a bot: same positions, same order, and the differences are reported."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.bots import RESIGN, Bot, MatchSetup, MatchState, Plan, TimeLeft, play
from kibitz_client.bots.command import ChoicesDiffer, replay_session
from kibitz_client.bots.replays.replay import Choice, replay
from kibitz_client.bots.replays.session import Asked, BotTurn, read_session, session_matches
from kibitz_client.errors import UsageError
from kibitz_client.match.record import BadRecord
from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Agreed, Declined, Finished, Moved, Offered, TakenBack
from kibitz_protocol.values.matches import Result
from tests.client.samples import CODE, event, move, position, snapshot
from tests.fakes.bots import ScriptedBot
from tests.fakes.client import Recorded
from tests.server_thread import serving

LOST = Finished(result=Result(winner=1, reason="resignation"))


def session() -> list[Any]:
    """Return the messages of a match: X plays b2, declines a draw, takes back after a1, and resigns."""
    return [
        snapshot(you=0, state=position(remaining_ms=[60_000, 60_000])),
        event(4, Moved(move=move(0, 4)), position("4")),
        event(5, Offered(seat=1, offer="draw")),
        event(6, Declined(seat=1, offer="draw", by=0)),
        event(7, Moved(move=move(1, 0)), position("40")),
        event(8, Offered(seat=1, offer="takeback")),
        event(9, Agreed(seat=1, offer="takeback", by=0)),
        event(10, TakenBack(seat=1, plies=1), position("4")),
        event(11, Moved(move=move(1, 0)), position("40")),
        event(12, LOST, position("40", to_move=None), "finished"),
    ]


def lines(messages: list[Any]) -> str:
    """Return messages as JSON lines."""
    return "".join(encode(message).decode() + "\n" for message in messages)


async def replayed(bot: Bot, messages: list[Any], seat: str | None = None) -> tuple[list[Choice], list[str]]:
    """Replay messages to a bot, and return its choices and the log."""
    choices: list[Choice] = []
    log: list[str] = []
    await replay(session_matches(messages, seat), lambda: bot, choices.append, log.append)
    return choices, log


def test_turns_and_offers_are_found() -> None:
    """Every turn has the bot's move or resignation, a turn after a takeback is a new one, and offers have answers."""
    (match,) = session_matches(session())
    steps = [
        (step.state.position.ply, step.played) if isinstance(step, BotTurn) else (step.offer, step.agreed)
        for step in match.steps
    ]
    assert steps == [(0, "b2"), ("draw", False), (2, None), ("takeback", True), (2, RESIGN)]
    assert match.state.over


async def test_a_bot_that_chooses_the_same_has_no_differences() -> None:
    """The bot gets the recorded states, clocks and hooks, in the recorded order."""
    bot = ScriptedBot("b2", "a1", RESIGN)
    choices, _ = await replayed(bot, session())
    assert [choice.same for choice in choices] == [True] * 5
    assert [state.position.ply for state, _ in bot.asked] == [0, 2, 2]
    assert bot.asked[0][1] == TimeLeft(60.0, (60.0, 60.0), "")
    assert [len(bot.began), len(bot.ended)] == [1, 1]


async def test_differences_and_mistakes_are_found() -> None:
    """Another move, an illegal move and an error are differences, each reported with what was recorded."""

    class Drawish(ScriptedBot):
        async def agrees(self, _state: MatchState, _offer: str) -> bool:
            return True

    choices, log = await replayed(Drawish("a1", "z9", ValueError("no idea")), session())
    assert [(choice.asked, choice.recorded, choice.chosen, choice.problem) for choice in choices] == [
        ("move", "b2", "a1", None),
        ("draw", "decline", "accept", None),
        ("move", None, "z9", "choose returned 'z9', which is not legal"),
        ("takeback", "accept", "accept", None),
        ("move", "resign", None, "choose raised ValueError: no idea"),
    ]
    assert [choice.same for choice in choices] == [False, False, False, True, False]
    assert log[-1] == "  ValueError: no idea"


async def test_random_choices_are_the_same_each_time() -> None:
    """Python's random numbers begin each replay at the seed."""

    class Random(Bot):
        def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
            return random.choice(state.position.legal)

    first, _ = await replayed(Random(), session())
    second, _ = await replayed(Random(), session())
    assert [choice.chosen for choice in first] == [choice.chosen for choice in second]


async def test_a_record_is_replayed_from_a_seat() -> None:
    """A record without a seat needs one, by name or number, and then asks for the moves of that seat."""
    watched = [snapshot(), *session()[1:]]
    with pytest.raises(UsageError, match="recorded without a seat"):
        session_matches(watched)
    with pytest.raises(UsageError, match="tictactoe has no seat Z"):
        session_matches(watched, "Z")
    for seat in ("o", "1"):
        (match,) = session_matches(watched, seat)
        assert [step.played for step in match.steps if isinstance(step, BotTurn)] == ["a3", "a3"]
        assert not [step for step in match.steps if isinstance(step, Asked)]


def test_a_session_file_may_be_cut_off(tmp_path: Path) -> None:
    """An unfinished last line, a header and messages of a newer server are skipped; another invalid line is not."""
    file = tmp_path / "session.jsonl"
    file.write_text('{"t":"record","version":1}\n{"t":"future"}\n' + lines(session())[:-40])
    assert len(read_session(file)[0].steps) == 5
    file.write_text("{}\n" + lines(session()))
    with pytest.raises(BadRecord, match="line 1"):
        read_session(file)
    with pytest.raises(BadRecord, match="cannot be read"):
        read_session(tmp_path / "none")


async def test_the_command_reports_differences(tmp_path: Path) -> None:
    """Each difference is a line and an error ends the command; --json prints every choice."""
    file = tmp_path / "session.jsonl"
    file.write_text(lines(session()))
    out = Recorded()
    with pytest.raises(ChoicesDiffer, match="1 of 5 choices differ"):
        await replay_session(out.output, lambda: ScriptedBot("a1", "a1", RESIGN), file)
    assert out.out.startswith(f"match {CODE}, ply 0: recorded b2, now a1 (")
    out = Recorded(json=True)
    await replay_session(out.output, lambda: ScriptedBot("b2", "a1", RESIGN), file, code=CODE.lower())
    assert [json.loads(line)["same"] for line in out.out.splitlines()] == [True] * 5
    assert out.err == "5 choices in 1 match, all as recorded\n"
    with pytest.raises(UsageError, match="has no match NOSUCH"):
        await replay_session(out.output, ScriptedBot, file, code="NOSUCH")


@pytest.mark.io
async def test_a_session_of_a_real_match_is_replayed() -> None:
    """What a bot did on a server it does again in the replay, and another bot does not."""

    class First(Bot):
        def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
            return state.position.legal[0]

    class Last(Bot):
        def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
            return state.position.legal[-1]

    messages: list[Any] = []
    with serving(limits="off") as address:
        plan = Plan(host=[MatchSetup("reversi", opponent="random:seed=1", clock="5+3")])
        assert await play(First, address, plan, on_message=messages.append) == 1
    choices, _ = await replayed(First(), messages)
    assert len(choices) > 10
    assert all(choice.same for choice in choices)
    choices, _ = await replayed(Last(), messages)
    assert not all(choice.same for choice in choices)
