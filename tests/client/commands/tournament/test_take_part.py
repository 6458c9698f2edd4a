"""Playing a tournament in line mode: led to games, back at the standings, and what can be typed between."""

import asyncio
from typing import Any

import pytest

from kibitz_client.commands.tournament.take_part import BETWEEN, REST_ENDS, EventPlayer
from kibitz_client.network.servers.connect import Connected
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Finished, Moved, Paired
from kibitz_protocol.to_server import Move, Watch
from kibitz_protocol.tournaments.commands import ExplainRow, LeaveTournament
from kibitz_protocol.tournaments.views import ExplanationView
from kibitz_protocol.values.matches import PlaceView, Result
from tests.client.samples import event, move, position
from tests.client.samples import snapshot as match_snapshot
from tests.client.tournaments import CODE, ID, EventClient, ended, entrant, own, snapshot, standing, standings, view
from tests.fakes.client import FakeKeyboard, Recorded, refused

PLACE = PlaceView(tournament=ID, code=CODE, round=1, pair=1, game=1)
ROWS = (standing(1, 1), standing(1, 2))


class Playing:
    """An entrant with a scripted server. Its first move wins each match."""

    def __init__(self, *lines: str, interactive: bool = False, open_end: bool = True, game: str | None = None) -> None:
        self.recorded = Recorded(plain=True)
        self.client = EventClient({Watch: self._watched, Move: self._moved})
        self.keyboard = FakeKeyboard(*lines, interactive=interactive, open_end=open_end)
        start = view(*ROWS, own=own(standing(1, 1), "round 1 starts soon", game))
        connected = Connected(self.client, private=False)
        self.player = EventPlayer(connected, self.recorded.output, start, None, self.keyboard)
        self.client.snapshots = [snapshot(*ROWS, state="finished")]

    def _watched(self, command: Watch) -> Entered:
        self.client.tell(match_snapshot(match=command.match, you=0))
        return Entered(match=command.match, code="K7QX42", seat=0)

    def _moved(self, command: Move) -> None:
        won = Finished(result=Result(winner=0, reason="line"))
        id = command.match
        self.client.tell(
            event(4, Moved(move=move(0, 4)), position("4"), match=id),
            event(5, won, position("4", to_move=None), "finished", match=id),
        )

    def pair(self, match: str) -> None:
        """Pair the player, as a server does."""
        self.client.tell(Paired(match=match, code=f"CODE-{match}", seat=0, opponent="b", tournament=PLACE))

    async def run(self) -> str:
        """Play until the command ends, and return what was printed."""
        async with asyncio.timeout(30):
            await self.player.run()
        return self.recorded.out


async def until(condition: Any) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0)


async def test_a_player_is_led_to_each_game_and_back() -> None:
    """Each pairing leads to the board, and the standings follow; the lines of a pipe last for both games."""
    playing = Playing("b2", "b2")
    playing.client.snapshots = [
        snapshot(standing(1, 1, number, won=number), standing(2, 2), own=own(standing(1, 1), f"{number} played"))
        for number in (1, 2)
    ]
    playing.client.snapshots.append(snapshot(standing(1, 1, 2.0, won=2), standing(2, 2), state="finished"))
    playing.pair("m1")
    task = asyncio.create_task(playing.run())
    await until(lambda: len(playing.client.actions) == 1)
    playing.pair("m2")
    await until(lambda: len(playing.client.actions) == 2)
    playing.client.tell(ended(9))
    out = await task
    assert [command.match for command in playing.client.asked if isinstance(command, Move)] == ["m1", "m2"]
    places = [
        out.index(text)
        for text in (
            "you are number 1: round 1 starts soon",
            "you play b, match CODE-m1",
            "1. a, 1 point, 1 won",
            "you are number 1: 1 played",
            "you play b, match CODE-m2",
            "1. a, 2 points, 2 won",
            "the tournament has ended",
        )
    ]
    assert places == sorted(places)
    assert [action.follow for action in playing.client.actions] == [True, True, False]


async def test_a_game_that_waits_already_is_played_first() -> None:
    """A player who comes back is led to the game that the server names, also without a pairing."""
    playing = Playing("b2", game="m7")
    playing.client.snapshots = [snapshot(*ROWS, state="finished")]
    await playing.run()
    assert [command.match for command in playing.client.asked if isinstance(command, Move)] == ["m7"]


async def test_one_keyboard_reads_the_lines_of_all_games() -> None:
    """A terminal without an editor has one reader: a second one would lose lines to it."""
    playing = Playing("b2", interactive=True, game="m7")
    await playing.run()
    assert [command.match for command in playing.client.asked if isinstance(command, Move)] == ["m7"]


async def test_a_player_who_rests_reads_how_to_go_on() -> None:
    """The sentence of the server names the entrant; the command adds what to type."""
    playing = Playing()
    resting = standing(1, 1, state="resting")
    playing.client.tell(standings(resting, own=own(resting, "a rests: missed a first move")), ended(2))
    out = await playing.run()
    assert f"a rests: missed a first move\n{REST_ENDS}\n" in out


async def test_standings_can_name_the_next_game() -> None:
    """The own row leads to the game when its pairing went to another connection."""
    playing = Playing("b2")
    playing.client.snapshots = [snapshot(*ROWS, state="finished")]
    playing.client.tell(standings(standing(1, 1), own=own(standing(1, 1), "your game runs", "m8")))
    await playing.run()
    assert [command.match for command in playing.client.asked if isinstance(command, Move)] == ["m8"]


async def test_a_pairing_of_another_tournament_is_left_alone() -> None:
    """Only games of this tournament lead away from its standings."""
    playing = Playing()
    other = PLACE.model_copy(update={"tournament": "t2"})
    for place in (other, None):
        playing.client.tell(Paired(match="m1", code="K7QX41", seat=0, opponent="b", tournament=place))
    playing.client.tell(ended(2))
    await playing.run()
    assert [command for command in playing.client.asked if isinstance(command, Watch)] == []


async def test_a_pipe_that_ends_does_not_end_the_tournament() -> None:
    """Between two games no line is needed, so the end of the input counts only when a move is due."""
    playing = Playing(open_end=False)
    playing.client.tell(ended(2))
    assert "the tournament has ended" in await playing.run()
    playing = Playing(open_end=False)
    playing.pair("m1")
    await playing.run()
    assert "there is no more input" in playing.recorded.err
    assert [command for command in playing.client.asked if isinstance(command, Move)] == []


async def test_commands_between_games() -> None:
    """Rest, ready, leave, why and standings are carried out; another word gets a list of them."""
    why = ExplanationView(tournament=ID, entrant=entrant(1), lines=["a has the better Buchholz"])
    playing = Playing("rest", "ready", "/Leave", "why", "standings", "b2", "", "quit", interactive=True)
    playing.client.answers[ExplainRow] = why
    out = await playing.run()
    assert playing.client.kinds() == ["rest", "ready", "leave", "why"]
    assert "a has the better Buchholz" in out
    assert out.count("1. a, 0 points") == 2
    assert out.count(BETWEEN) == 2


async def test_a_refusal_between_games_is_shown() -> None:
    """The player stays in the tournament after a refused command."""
    playing = Playing("leave", interactive=True)
    playing.client.answers[LeaveTournament] = refused(Code.NOT_ENTERED, "you have not entered the tournament")
    task = asyncio.create_task(playing.run())
    await until(lambda: playing.client.actions)
    playing.client.tell(ended(2))
    assert "you have not entered the tournament" in await task


@pytest.mark.parametrize("line", ["quit", "/QUIT"])
async def test_the_user_can_leave_the_command(line: str) -> None:
    """The entrant stays in the tournament, and the command ends."""
    playing = Playing(line, interactive=True)
    await playing.run()
    assert playing.client.actions == []
