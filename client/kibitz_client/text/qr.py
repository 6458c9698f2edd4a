"""TODO."""

from kibitz_client.network.invitation import Invitation
from kibitz_client.text.style import Style

QUIET = 2
"""Empty modules around the code, by which a camera finds it; the standard wants 4, and none needs them."""


LIGHT, DARK = 0, 1


HALVES = {(LIGHT, LIGHT): " ", (DARK, LIGHT): "▀", (LIGHT, DARK): "▄", (DARK, DARK): "█"}


def qr_lines(text: str, *, ascii_only: bool = False, dark_terminal: bool = False) -> list[str]:
    """A QR code, two modules a character, or one in two characters of ASCII; drawn is what is dark.

    With `dark_terminal` what is light is drawn instead, for terminals whose colours cannot be set.
    """
    # Whoever invites nobody need not load it.
    import segno

    code = segno.make(text, error="l", micro=False, boost_error=False)
    rows = [[(DARK if module else LIGHT) ^ dark_terminal for module in row] for row in code.matrix_iter(border=QUIET)]
    if ascii_only:
        return ["".join("##" if module else "  " for module in row) for row in rows]
    if len(rows) % 2:
        rows.append([LIGHT ^ dark_terminal] * len(rows[0]))
    return ["".join(HALVES[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]


def picture(invited: Invitation, style: Style) -> list[str]:
    """The QR code for line mode. Without colours what is light is drawn, because most terminals are dark."""
    if invited.here_only:
        return ["(no QR code: the server listens on this machine alone; start it with --host 0.0.0.0)"]
    lines = qr_lines(invited.page, dark_terminal=not style.colour)
    return [*(style.paint(line, "paper") for line in lines), f"on a phone: {invited.page}"]
