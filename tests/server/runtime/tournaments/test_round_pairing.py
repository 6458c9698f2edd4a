"""Rounds that a program pairs: attempts, pauses, and answers that come too late."""

import asyncio

from kibitz_server.core.tournament.commands import Leave, Resume
from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.tournaments.round_pairing import AGAIN_S
from kibitz_server.runtime.tournaments.swiss import PairingProblem, SwissPairs, Unpaired
from tests.fakes.server import settle
from tests.server.core.tournament.play import ORGANISER, engines, make_command, people
from tests.server.runtime.tournaments.playing import Neighbours, OneByOne, TournamentServer

SLOW = Unpaired(PairingProblem.SLOW, "The program took more than 10 s.")


class ManualProgram(Neighbours):
    """Program whose answers wait for the test."""

    def __init__(self) -> None:
        super().__init__()
        self.gates: list[asyncio.Future[None]] = []

    async def pair(self, trf: str) -> SwissPairs | Unpaired:
        """Return the pairs when the test opens the gate."""
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gates.append(gate)
        await gate
        return await super().pair(trf)


async def test_a_failed_pairing_is_tried_again() -> None:
    """Two further attempts follow, 30 s apart, and the tournament goes on."""
    program = Neighbours()
    program.failures = [SLOW, SLOW]
    server = TournamentServer(pairing=program)
    room = server.create(make_command(Format.SWISS, engines(4), rounds=3))
    await settle()
    for attempt in (1, 2):
        assert (program.asked, room.tournament.round) == (attempt, 0)
        server.scheduler.advance(AGAIN_S)
        await settle()
    server.store.commit()
    assert (program.asked, room.tournament.round) == (3, 1)
    await server.finish(room)


async def test_after_three_failures_the_tournament_pauses() -> None:
    """The reason says why; when the organiser resumes, the program is asked again."""
    program = Neighbours()
    program.failures = [SLOW, SLOW, SLOW]
    server = TournamentServer(pairing=program)
    room = server.create(make_command(Format.SWISS, engines(4), rounds=3))
    for _ in range(3):
        await settle()
        server.scheduler.advance(AGAIN_S)
    server.store.commit()
    assert (room.tournament.phase, room.tournament.reason) == ("paused", SLOW.message)
    server.do(room, Resume(ORGANISER))
    await server.finish(room)
    assert room.tournament.round == 3


async def test_without_a_pairing_the_tournament_ends() -> None:
    """Entrants that have all met cannot be paired: nothing is tried again."""
    program = Neighbours()
    server = TournamentServer(pairing=program)
    room = server.create(make_command(Format.SWISS, engines(2), rounds=3))
    await server.finish(room)
    assert (room.tournament.round, program.asked) == (1, 2)
    assert room.tournament.reason != ""


async def test_a_program_that_fails_is_as_one_that_does_not_answer() -> None:
    """An error of the server itself pauses the tournament too."""

    class Broken(Neighbours):
        """Program that raises."""

        async def pair(self, trf: str) -> SwissPairs | Unpaired:
            raise OSError(trf)

    server = TournamentServer(pairing=Broken())
    room = server.create(make_command(Format.SWISS, engines(4), rounds=3))
    for _ in range(3):
        await settle()
        server.scheduler.advance(AGAIN_S)
    server.store.commit()
    assert room.tournament.phase == "paused"


async def test_a_late_answer_is_replaced_by_a_new_one() -> None:
    """An entrant that withdraws meanwhile is not paired: the round is asked for again."""
    program = ManualProgram()
    server = TournamentServer(pairing=program)
    room = server.create(make_command(Format.SWISS, people(4), rounds=3))
    await settle()
    server.do(room, Leave(Human("id-p1", "p1")))
    await settle()
    assert len(program.gates) == 2
    assert program.gates[0].cancelled()
    program.gates[1].set_result(None)
    await settle()
    server.store.commit()
    (paired,) = [
        entry.event
        for entry in server.store.tournament_history(room.id)
        if isinstance(entry.event, RoundPaired) and entry.event.pairs
    ]
    assert all(1 not in (pair.first, pair.second) for pair in paired.pairs)


async def test_a_round_that_was_asked_for_is_asked_for_again_after_a_restart() -> None:
    """A server that is killed while a program pairs loses nothing but the work."""
    store = OneByOne()
    program = ManualProgram()
    server = TournamentServer(store, pairing=program)
    room = server.create(make_command(Format.SWISS, engines(4), rounds=3))
    await settle()
    assert len(program.gates) == 1
    server.runtime.close()
    await settle()
    assert program.gates[0].cancelled()
    server = TournamentServer(store)
    server.runtime.loading.run()
    found = server.director.rooms.find(room.id)
    assert found is not None
    await server.finish(found)
    assert found.tournament.round == 3
