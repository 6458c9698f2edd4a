"""QR codes as lines of text."""

from kibitz_client.network.invitation import InvitationLink
from kibitz_client.text.style import Style

QUIET_ZONE = 2
"""Empty modules around the code, by which a camera finds it. The standard asks for 4, but 2 work in practice."""
LIGHT, DARK = 0, 1
HALF_BLOCKS = {(LIGHT, LIGHT): " ", (DARK, LIGHT): "▀", (LIGHT, DARK): "▄", (DARK, DARK): "█"}


def qr_lines(text: str, *, ascii_only: bool = False, dark_terminal: bool = False) -> list[str]:
    """Return a QR code with two modules in a character, or in ASCII with two characters for a module.

    Dark modules are drawn. With `dark_terminal`, light modules are drawn: for terminals whose colours cannot be set.
    """
    # Imported here, because only invitations need it.
    import segno

    code = segno.make(text, error="l", micro=False, boost_error=False)
    modules = code.matrix_iter(border=QUIET_ZONE)
    rows = [[(DARK if module else LIGHT) ^ dark_terminal for module in row] for row in modules]
    if ascii_only:
        return ["".join("##" if module else "  " for module in row) for row in rows]
    if len(rows) % 2:
        rows.append([LIGHT ^ dark_terminal] * len(rows[0]))
    return [
        "".join(HALF_BLOCKS[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)
    ]


def invitation_lines(invitation: InvitationLink, style: Style) -> list[str]:
    """Return the QR code of an invitation for line mode. Without colours, it is drawn for a dark terminal."""
    if invitation.here_only:
        return ["(no QR code: the server listens on this machine alone; start it with --host 0.0.0.0)"]
    lines = qr_lines(invitation.page, dark_terminal=not style.colour)
    return [*(style.paint(line, "paper") for line in lines), f"on a phone: {invitation.page}"]
