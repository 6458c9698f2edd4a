"""The registry of tournaments."""

import subprocess
import sys
from dataclasses import replace

import pytest

from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.messages.tournaments.snapshot import TimeOfDay
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.tournaments import MOST_OVER, TournamentRooms
from tests.server.core.tournament.play import make_command, people

ADD = """
import sys, threading
from kibitz_server.core.tournament.values import Format
from kibitz_server.messages.tournaments.snapshot import TimeOfDay
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms
from tests.server.core.tournament.play import Play, people

TournamentRooms(lambda: TimeOfDay(0.0, 0.0)).add(TournamentRoom(Play(Format(sys.argv[1]), people(2)).tournament))
for thread in threading.enumerate():
    if thread.daemon:
        thread.join()
print("rustworkx" in sys.modules)
"""


@pytest.mark.io
@pytest.mark.parametrize(("format", "loaded"), [("arena", "True"), ("round-robin", "False")])
def test_an_arena_has_its_pairing_loaded_early(format: str, loaded: str) -> None:
    """A server that has an arena imports what pairs it in a thread; others never do."""
    done = subprocess.run([sys.executable, "-c", ADD, format], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == loaded


def test_memory_keeps_a_bounded_number_of_tournaments_that_are_over() -> None:
    """The oldest ones leave it, but for one whose last events are not saved yet."""
    registry, rooms = TournamentRooms(lambda: TimeOfDay(0.0, 0.0)), []
    for number in range(MOST_OVER + 2):
        command = replace(make_command(Format.MATCH, people(2)), id=f"t{number}", code=f"T-{number}")
        made = Tournament.create(command, 0.0)
        assert not isinstance(made, Refusal)
        rooms.append(TournamentRoom(made[0]))
        registry.add(rooms[-1])
    rooms[1].unsaved = 1
    for room in rooms:
        registry.note_over(room)
    assert [registry.known(room.id) is room for room in rooms[:4]] == [False, True, False, True]
