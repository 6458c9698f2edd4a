"""The registry of tournaments."""

import subprocess
import sys

import pytest

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
