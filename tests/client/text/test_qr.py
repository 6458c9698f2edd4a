"""QR codes that a camera can read."""

import itertools

import pytest
import segno

from kibitz_client.network.invitation import InvitationLink
from kibitz_client.text.qr import QUIET_ZONE, invitation_lines, qr_lines
from kibitz_client.text.style import Style

PAGE = "http://192.168.1.5:8765/K7QX42"


def modules(lines: list[str], *, dark_terminal: bool) -> list[list[int]]:
    """Return the modules that half blocks show, dark ones as 1."""
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in lines:
        pairs = [halves[character] for character in line]
        rows += [[top for top, _ in pairs], [bottom for _, bottom in pairs]]
    return [[cell ^ dark_terminal for cell in row] for row in rows]


@pytest.mark.parametrize("dark_terminal", [False, True])
def test_the_picture_is_the_code(dark_terminal: bool) -> None:
    """Every module is at its place, with a light border, and the code fits on a terminal of 80x24."""
    lines = qr_lines(PAGE, dark_terminal=dark_terminal)
    wanted = [list(row) for row in segno.make(PAGE, error="l", micro=False, boost_error=False).matrix]
    shown = modules(lines, dark_terminal=dark_terminal)
    size = len(wanted)
    assert [row[QUIET_ZONE : QUIET_ZONE + size] for row in shown[QUIET_ZONE : QUIET_ZONE + size]] == wanted
    border = [row for at, row in enumerate(shown) if not QUIET_ZONE <= at < QUIET_ZONE + size]
    assert not any(itertools.chain(*border))
    assert len(lines) <= 16


def test_the_picture_in_ascii() -> None:
    """A module is two characters, hash signs or spaces."""
    lines = qr_lines(PAGE, ascii_only=True)
    assert set("".join(lines)) == {"#", " "}
    assert len(lines[0]) == 2 * len(lines)


def test_the_picture_of_the_line_mode() -> None:
    """With colours it is black on white, else light on dark; an unreachable address has no code."""
    invited = InvitationLink("K7QX42", "ws://192.168.1.5:8765", here_only=False)
    painted, plain = invitation_lines(invited, Style(colour=True)), invitation_lines(invited, Style())
    assert painted[0].startswith("\x1b[30;107m")
    assert modules(plain[:-1], dark_terminal=True)[0] == [0] * 29
    assert painted[-1] == plain[-1] == f"on a phone: {PAGE}"
    [only] = invitation_lines(InvitationLink("K7QX42", "ws://127.0.0.1:8765", here_only=True), Style())
    assert "no QR code" in only
