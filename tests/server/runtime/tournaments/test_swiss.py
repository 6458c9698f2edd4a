"""Pairings of Swiss rounds by a child process."""

import asyncio
import json
import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.core.tournament.crosstable import BYES, CellKind, Crosstable, bye, crosstable, played
from kibitz_server.core.tournament.trf import Report, read_report, write_report
from kibitz_server.runtime.tournaments.swiss import MOST_OUTPUT, PairingProblem, SwissPairing, SwissPairs, Unpaired
from tests.server.core.tournament.oracles import generated
from tests.server.core.tournament.seven import NAMES, PAIRINGS, TABLE, pairing, table_of

pytestmark = pytest.mark.io

FOUR = write_report(Report("x", tuple("abcd"), table_of("2w1\n1b0\n4w1\n3b0", planned=3)))
"""Two pairs have met: entrants 1 and 3 have a point, 2 and 4 none."""
GOOD = {"status": {"code": 0}, "pairingResult": {"round": 2, "pairs": [[1, 3], [4, 2]]}}
READ_ALL = "import sys, time, os; sys.stdin.read();"


def saying(answer: object, code: str = "") -> list[str]:
    """Return a program that reads its input and gives an answer."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return [sys.executable, "-c", f"{READ_ALL}{code}\nprint({text!r})"]


async def paired(table: Crosstable, **fields: Any) -> SwissPairs | Unpaired:
    """Return the pairs of the next round of a tournament."""
    names = tuple(map(str, range(len(table.rows))))
    return await SwissPairing().pair(write_report(Report("Swiss", names, table, first_side=0, **fields)))


async def test_all_rounds_of_a_tournament() -> None:
    """Each round of a tournament with byes, a forfeit and chosen sides is paired as FIDE's rules want it."""
    found = []
    for number in range(1, 8):
        absent = ((1, CellKind.HALF_POINT_BYE),) if number == 1 else ()
        report = Report("Seven", tuple(NAMES), TABLE.until(number - 1), first_side=0, absent=absent)
        answer = await SwissPairing().pair(write_report(report))
        assert isinstance(answer, SwissPairs), answer
        assert answer.round == number
        found.append((answer.pairs, answer.bye))
    assert found == [pairing(line) for line in PAIRINGS.strip().splitlines()]


async def test_no_legal_pairing() -> None:
    """Three entrants that have all met, with the bye that each has had, cannot be paired; the answer says so."""
    table = table_of("2w1 3b0 U Z\n1b0 U 3w1 Z\nU 1w1 2b0 Z\nZ Z Z Z", planned=9)
    assert await paired(table, absent=((4, CellKind.ZERO_POINT_BYE),)) == Unpaired(
        PairingProblem.NO_PAIRING, "Round 5 has no pairing that the rules allow."
    )


async def test_forbidden_pairs() -> None:
    """A pair that is forbidden is not made, and without other pairs there is no pairing."""
    table = crosstable([[]] * 4, [1900, 1800, 1700, 1600], planned=3)
    assert await paired(table) == SwissPairs(1, ((1, 3), (4, 2)), None)
    answer = await paired(table, forbidden=((1, 3),))
    assert isinstance(answer, SwissPairs)
    assert (1, 3) not in answer.pairs
    answer = await paired(table, forbidden=((1, 2), (1, 3), (1, 4)))
    assert isinstance(answer, Unpaired)
    assert answer.problem is PairingProblem.NO_PAIRING


@pytest.mark.parametrize(("points", "partner"), [(1.0, (1, 2)), (0.5, (3, 4))])
async def test_points_of_a_bye(points: float, partner: tuple[int, int]) -> None:
    """An entrant with a bye of half a point meets other opponents than one with a bye of a whole point."""
    rows = [[played(3, 0, 1.0)], [played(4, 1, 1.0)], [played(1, 1, 0.0)], [played(2, 0, 0.0)]]
    table = crosstable([*rows, [bye(CellKind.ALLOCATED_BYE, points)]], planned=3)
    answer = await paired(table, bye_points=points)
    assert isinstance(answer, SwissPairs)
    opponents = [number for pair in answer.pairs if 5 in pair for number in pair if number != 5]
    assert set(opponents) <= set(partner), answer


async def test_a_late_entry() -> None:
    """An entrant that joined later is paired with the points of its byes."""
    table = table_of("2w1 3b1\n1b0 4w1\n4w1 1w0\n3b0 2b0\nZ H", planned=5)
    answer = await paired(table)
    assert isinstance(answer, SwissPairs)
    assert answer.bye == 4
    assert any(5 in pair for pair in answer.pairs)


ROUND_BY_ROUND = 10


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed < 2 else pytest.mark.long) for seed in range(ROUND_BY_ROUND)]
)
async def test_tournaments_of_gacrux_round_by_round(seed: int) -> None:
    """Each round of tournaments that FIDE's program made, paired from the rounds before it, is as in the tournament."""
    report = read_report(generated(seed, 9 + 5 * seed, 5 + seed % 3))
    table = report.table
    for number in range(1, table.rounds + 1):
        column = [row[number - 1] for row in table.rows]
        absent = tuple(
            (place, cell.kind)
            for place, cell in enumerate(column, 1)
            if cell.kind in BYES and cell.kind is not CellKind.ALLOCATED_BYE
        )
        answer = await SwissPairing().pair(write_report(replace(report, table=table.until(number - 1), absent=absent)))
        assert isinstance(answer, SwissPairs), (number, answer)
        pairs = {(place, cell.opponent) for place, cell in enumerate(column, 1) if cell.opponent and cell.side == 0}
        byes = [place for place, cell in enumerate(column, 1) if cell.kind is CellKind.ALLOCATED_BYE]
        assert (set(answer.pairs), answer.bye) == (pairs, byes[0] if byes else None), number


async def test_a_program_with_a_good_answer() -> None:
    """Any program that reads the report and gives pairs can pair."""
    assert await SwissPairing(command=saying(GOOD)).pair(FOUR) == SwissPairs(2, ((1, 3), (4, 2)), None)


def with_pairs(*pairs: object) -> dict[str, object]:
    """Return an answer with other pairs."""
    return {**GOOD, "pairingResult": {"round": 2, "pairs": list(pairs)}}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", ""),
        ("no", ""),
        ("[]", ""),
        ("null", ""),
        ("[" * 100_000, ""),
        ("{}", ""),
        ({"status": {"code": 0}}, ""),
        ({"status": {"code": 0}, "pairingResult": {"round": 2}}, ""),
        ({"status": {"code": 401, "error": ["bad line"]}}, ": bad line"),
        ({"status": {"code": 510, "error": "Program error"}}, ": Program error"),
        ({"status": {"code": 1, "error": []}}, ": code 1"),
        ({**GOOD, "pairingResult": {"round": 3, "pairs": [[1, 3], [4, 2]]}}, ": it is of another round"),
        (with_pairs([1, 2], [3, 4]), ": entrants 1 and 2 have met before"),
        (with_pairs([1, 3], [2, 0]), ": not every entrant is in one pair"),
        (with_pairs([1, 3], [2, 0], [4, 0]), ": more than one entrant has a bye"),
        (with_pairs([1, 3], [4, 4]), ": not every entrant is in one pair"),
        (with_pairs([1, 3], [4, 2], [5, 6]), ": not every entrant is in one pair"),
        (with_pairs([1, 3], [4, 2, 1]), ""),
        (with_pairs([1, 3], ["4", "2"]), ": a pair is not of numbers"),
        (with_pairs([1, 3], [True, 2]), ": a pair is not of numbers"),
        (with_pairs([1, 3], 4), ""),
        (with_pairs(), ": not every entrant is in one pair"),
        ("x" * (MOST_OUTPUT + 1), ": it is too long"),
    ],
)
async def test_wrong_answers(answer: object, said: str, tmp_path: Path) -> None:
    """What is no pairing of the round is named as a wrong answer, and never taken."""
    written = tmp_path / "answer"
    written.write_text(answer if isinstance(answer, str) else json.dumps(answer))
    command = [sys.executable, "-c", f"{READ_ALL}print(open({str(written)!r}).read())"]
    found = await SwissPairing(command=command).pair(FOUR)
    assert isinstance(found, Unpaired)
    assert found.problem is PairingProblem.WRONG
    assert found.message.startswith("The program that pairs Swiss rounds gave a wrong answer")
    assert said in found.message


async def test_endless_output_is_not_read() -> None:
    """A program that writes without end is ended, and its answer is wrong."""
    command = [sys.executable, "-c", "while True: print('x' * 10_000)"]
    async with asyncio.timeout(30):
        found = await SwissPairing(command=command).pair(FOUR)
    assert isinstance(found, Unpaired)
    assert found.message.endswith("it is too long.")


async def test_a_report_that_is_none() -> None:
    """No program starts for a text that is not a report."""
    found = await SwissPairing(command=["/nosuch"]).pair("garbage")
    assert isinstance(found, Unpaired)
    assert found.problem is PairingProblem.WRONG


async def test_a_missing_program() -> None:
    """A program that is not there is named as missing."""
    found = await SwissPairing(command=["/nosuch/program"]).pair(FOUR)
    assert isinstance(found, Unpaired)
    assert found.problem is PairingProblem.MISSING
    assert found.message == "The program that pairs Swiss rounds cannot start: No such file or directory."


async def test_gacrux_is_not_installed() -> None:
    """Without the package of the program, the answer names it as missing."""
    found = await SwissPairing(package="gacrux_that_is_missing").pair(FOUR)
    assert isinstance(found, Unpaired)
    assert found.problem is PairingProblem.MISSING
    assert found.message == "gacrux_that_is_missing, which pairs Swiss rounds, is not installed."


def is_running(process: int) -> bool:
    """Tell whether a process exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_slow_program_is_killed(tmp_path: Path) -> None:
    """After its time a program is killed, even if it ignores being asked, and the answer says so."""
    note = tmp_path / "pid"
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    command = saying(GOOD, f"{deaf}; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)")
    found = await SwissPairing(command=command, seconds=2).pair(FOUR)
    assert found == Unpaired(PairingProblem.SLOW, "The program that pairs Swiss rounds took more than 2 s.")
    assert not is_running(int(note.read_text()))


async def test_a_program_ends_with_its_task(tmp_path: Path) -> None:
    """When nothing waits for a pairing any more, its program is killed."""
    note = tmp_path / "pid"
    os.mkfifo(note)
    command = saying(GOOD, f"open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)")
    task = asyncio.create_task(SwissPairing(command=command, seconds=60).pair(FOUR))
    process = int(await asyncio.to_thread(note.read_text))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not is_running(process)


async def test_one_program_at_a_time(tmp_path: Path) -> None:
    """Several tournaments that pair at once wait for each other, and the wait takes none of their time."""
    log = tmp_path / "log"
    mark = f"open({str(log)!r}, 'a').write"
    command = saying(GOOD, f"{mark}('<'); time.sleep(0.4); {mark}('>')")
    pairing = SwissPairing(command=command, seconds=20)
    answers = await asyncio.gather(*(pairing.pair(FOUR) for _ in range(3)))
    assert all(isinstance(answer, SwissPairs) for answer in answers)
    assert log.read_text() == "<><><>"


async def test_the_program_stays_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """gacrux runs after the server, with a bound of processor time, and is asked for the round by its number."""
    package = tmp_path / "gacrux"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "pairingchecker.py").write_text(
        "import json, os, resource, sys\n"
        "class pairingchecker:\n"
        "    def common_main(self):\n"
        "        told = [os.nice(0), resource.getrlimit(resource.RLIMIT_CPU)[0], *sys.argv[1:]]\n"
        "        print(json.dumps({'status': {'code': 401, 'error': told}}))\n"
        "        return 0\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    found = await SwissPairing().pair(FOUR)
    assert isinstance(found, Unpaired)
    assert f"{min(19, os.nice(0) + 10)}; 30; --pairing; --current-round; 2; --encoding; utf-8" in found.message


@pytest.mark.parametrize(("entrants", "seconds"), [(64, 5.0), (250, 10.0)])
async def test_large_rounds(entrants: int, seconds: float) -> None:
    """Rounds of the largest tournaments take much less processor time than a program has."""
    table = crosstable([[] for _ in range(entrants)], range(2500, 2500 - entrants, -1), planned=9)
    for number in (1, 2):
        before = children_s()
        answer = await paired(table)
        assert children_s() - before < seconds
        assert isinstance(answer, SwissPairs)
        assert len(answer.pairs) == entrants // 2
        table = drawn_or_won(table, answer.pairs, number)


def children_s() -> float:
    """Return the processor time of the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def drawn_or_won(table: Crosstable, pairs: Sequence[tuple[int, int]], number: int) -> Crosstable:
    """Return a table with one more round, whose results follow from the numbers."""
    rows = [list(row) for row in table.rows]
    for first, second in pairs:
        points = (1.0, 0.5, 0.0)[(first + number) % 3]
        rows[first - 1].append(played(second, 0, points))
        rows[second - 1].append(played(first, 1, 1.0 - points))
    return crosstable(rows, table.ratings, planned=table.planned)
