"""Pairings of Swiss rounds by FIDE's Dutch system, which gacrux computes in a child process."""

import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from kibitz_server.core.tournament.pairings import pairing_fault
from kibitz_server.core.tournament.trf import Report, read_report

MOST_SECONDS = 60.0
"""Time for a round. 200 entrants take 2 s of a processor, which a busy machine gives only now and then."""
MOST_SECONDS_TO_END = 2.0
MOST_PROCESSES = 1
"""Pairings at a time; the others wait, without using up their time."""
MOST_OUTPUT = 1_000_000
"""Bytes of an answer that are read: one of 250 entrants has 10,000."""
SUPPLIED = "gacrux"
"""Package that has the program."""
_CODE_PAIRED, _CODE_UNPAIRED = 0, 2


class PairingProblem(StrEnum):
    """Why a round has no pairs. Only the first says something about the tournament."""

    NO_PAIRING = "no_pairing"
    MISSING = "missing program"
    SLOW = "slow program"
    WRONG = "wrong answer"


class SwissPairs(NamedTuple):
    """Pairs of a round by board, the entrant that moves first before the other, and the entrant without an opponent."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None


class Unpaired(NamedTuple):
    """Why a round has no pairs, as a sentence too."""

    problem: PairingProblem
    message: str


class SwissPairing:
    """Pairs rounds, one at a time."""

    def __init__(
        self,
        *,
        seconds: float = MOST_SECONDS,
        processes: int = MOST_PROCESSES,
        command: Sequence[str] | None = None,
        package: str = SUPPLIED,
    ) -> None:
        """Prepare pairings; no process starts yet.

        Args:
            seconds: Time for a round.
            processes: Child processes at a time.
            command: The program, which gets the number of the round as one more argument; None for that of `package`.
            package: Package that must be installed for it.
        """
        self._seconds = seconds
        self._free = asyncio.Semaphore(processes)
        self._command = command
        self._package = package

    async def pair(self, trf: str) -> SwissPairs | Unpaired:
        """Return the pairs of the round after those in a report, or why there are none.

        Args:
            trf: The tournament in FIDE's report format, with the byes of the next round.
        """
        try:
            report = read_report(trf)
        except ValueError as error:
            return Unpaired(PairingProblem.WRONG, f"The report of the tournament is wrong: {error}.")
        wanted = report.table.rounds + 1
        async with self._free:
            answer = await self._run(trf, wanted)
        return answer if isinstance(answer, Unpaired) else _understood(answer, report, wanted)

    async def _run(self, trf: str, wanted: int) -> bytes | Unpaired:
        command = self._command
        if command is None:
            if importlib.util.find_spec(self._package) is None:
                sentence = f"{self._package}, which pairs Swiss rounds, is not installed."
                return Unpaired(PairingProblem.MISSING, sentence)
            command = (sys.executable, "-m", "kibitz_server.runtime.tournaments.pairing_process")
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                str(wanted),
                stdin=pipe,
                stdout=pipe,
                stderr=asyncio.subprocess.DEVNULL,
                # Ctrl-C in the terminal of the server is for the server, which ends its children itself.
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or "it is not there"
            return Unpaired(PairingProblem.MISSING, f"The program that pairs Swiss rounds cannot start: {reason}.")
        try:
            async with asyncio.timeout(self._seconds):
                answer, _ = await asyncio.gather(_read(process), _write(process, trf.encode()))
                return answer
        except TimeoutError:
            seconds = f"{self._seconds:g}"
            return Unpaired(PairingProblem.SLOW, f"The program that pairs Swiss rounds took more than {seconds} s.")
        finally:
            await _end(process)


async def _write(process: asyncio.subprocess.Process, text: bytes) -> None:
    assert process.stdin is not None
    # A program that ends early is judged by its answer.
    with contextlib.suppress(ConnectionError):
        process.stdin.write(text)
        await process.stdin.drain()
    process.stdin.close()


async def _read(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    answer = b""
    while len(answer) <= MOST_OUTPUT and (more := await process.stdout.read(65_536)):
        answer += more
    return answer


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process with its own children, if it runs, and wait for its end."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.stdout is not None
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(MOST_SECONDS_TO_END):
            # asyncio sees the end of a process only when its output has been read.
            while await process.stdout.read(65_536):
                pass
            await process.wait()


def _understood(answer: bytes, report: Report, wanted: int) -> SwissPairs | Unpaired:
    """Return what the program answered, if it is a pairing of the round."""
    try:
        if len(answer) > MOST_OUTPUT:
            raise ValueError("it is too long")
        content = json.loads(answer)
        code = content["status"]["code"]
        if code == _CODE_UNPAIRED:
            return Unpaired(PairingProblem.NO_PAIRING, f"Round {wanted} has no pairing that the rules allow.")
        if code != _CODE_PAIRED:
            raise ValueError(_errors(content["status"]))
        pairs = [_pair(pair) for pair in content["pairingResult"]["pairs"]]
        if content["pairingResult"]["round"] != wanted:
            raise ValueError("it is of another round")
        byes = [first for first, second in pairs if not second]
        games = tuple(pair for pair in pairs if pair[1])
        if len(byes) > 1:
            raise ValueError("more than one entrant has a bye")
        bye = byes[0] if byes else None
        absent = [number for number, _ in report.absent]
        if fault := pairing_fault(report.table, games, bye, absent=absent, forbidden=report.forbidden):
            raise ValueError(fault)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        reason = f": {error}" if isinstance(error, ValueError) and not isinstance(error, json.JSONDecodeError) else ""
        return Unpaired(PairingProblem.WRONG, f"The program that pairs Swiss rounds gave a wrong answer{reason}.")
    return SwissPairs(wanted, games, bye)


def _pair(pair: Any) -> tuple[int, int]:
    first, second = pair
    if type(first) is not int or type(second) is not int:
        raise ValueError("a pair is not of numbers")
    return first, second


def _errors(status: dict[str, Any]) -> str:
    errors = status.get("error")
    text = "; ".join(map(str, errors)) if isinstance(errors, list) else str(errors)
    return text[:200] or f"code {status['code']}"
