"""The pairing of Swiss rounds by a program outside of the server, with further attempts when it fails.

A round whose program fails is tried again twice. Then the tournament is paused with the reason: its organiser may pair
by hand, remove an entrant or resume, which asks the program again.
"""

import asyncio
from typing import Protocol

import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.core.tournament.commands import FailPairing, PairRound
from kibitz_server.core.tournament.tournament import Decision, PairingWanted
from kibitz_server.core.values.refusal import Reason
from kibitz_server.runtime.tournaments.director import Director
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.swiss import PairingProblem, SwissPairs, Unpaired
from kibitz_server.scheduler import Scheduler

log = structlog.get_logger(__name__)

ATTEMPTS = 3
AGAIN_S = 30.0
"""Time before another attempt."""


class PairingProgram(Protocol):
    """Pairs the next round of a tournament."""

    async def pair(self, trf: str) -> SwissPairs | Unpaired:
        """Return the pairs of the round after those in a report, or why there are none."""


class RoundPairing:
    """Has rounds paired, for each tournament one at a time: the newest request counts."""

    def __init__(self, director: Director, program: PairingProgram, scheduler: Scheduler) -> None:
        self._director = director
        self._program = program
        self._scheduler = scheduler
        self._tasks: dict[str, asyncio.Task[None]] = {}
        director.pair = self.want

    def want(self, room: TournamentRoom, wanted: PairingWanted) -> None:
        """Have a round paired, in place of what was asked for before."""
        earlier = self._tasks.pop(room.id, None)
        if earlier is not None:
            earlier.cancel()
        task = self._tasks[room.id] = asyncio.get_running_loop().create_task(self._pair(room, wanted))
        task.add_done_callback(lambda _: self._tasks.pop(room.id) if self._tasks.get(room.id) is task else None)

    def close(self) -> None:
        """Pair no more rounds. The next server asks again."""
        for task in list(self._tasks.values()):
            task.cancel()

    async def _pair(self, room: TournamentRoom, wanted: PairingWanted) -> None:
        for left in reversed(range(ATTEMPTS)):
            answer = await self._attempt(room, wanted)
            if isinstance(answer, SwissPairs):
                self._answer(room, PairRound(wanted.round, answer.pairs, answer.bye))
                return
            hopeless = answer.problem is PairingProblem.NO_PAIRING
            if hopeless or not left:
                self._answer(room, FailPairing(wanted.round, answer.message, no_pairing=hopeless))
                return
            log.warning("a round was not paired", tournament=room.id, round=wanted.round, reason=answer.message)
            await self._wait(AGAIN_S)

    async def _attempt(self, room: TournamentRoom, wanted: PairingWanted) -> SwissPairs | Unpaired:
        try:
            return await self._program.pair(wanted.trf)
        except Exception:
            log.exception("a round cannot be paired", tournament=room.id, round=wanted.round)
            return Unpaired(PairingProblem.WRONG, "The server made a mistake.")

    def _answer(self, room: TournamentRoom, command: PairRound | FailPairing) -> None:
        # The answer may ask for the next round already, which must not cancel this task in the middle.
        self._tasks.pop(room.id, None)

        def answered(decision: Decision | Code) -> None:
            # Pairs that the tournament cannot use, and for which it does not ask again, are as good as none.
            refusal = decision.refusal if isinstance(decision, Decision) and decision.wanted is None else None
            if refusal is not None and refusal.reason is Reason.NO_PAIRING and isinstance(command, PairRound):
                self._director.act(room, FailPairing(command.round, refusal.message))

        self._director.act(room, command, answered)

    async def _wait(self, seconds: float) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not done.done():
                done.set_result(None)

        timer = self._scheduler.call_at(self._scheduler.time() + seconds, wake)
        try:
            await done
        finally:
            timer.cancel()
