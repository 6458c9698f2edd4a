"""Dice, cards and cubes that lie beside a board, as text and in words. Pure."""

from kibitz_protocol.values.boards import Faces, Tray


def tray_text(faces: Faces, tray: Tray) -> str:
    """Return a tray as `dice 3 1`."""
    return " ".join([tray.name, *(faces[key].text for key in tray.faces)])


def tray_in_words(faces: Faces, tray: Tray) -> str:
    """Return a tray for a screen reader: `dice: three, one`, or `dice: none`."""
    return f"{tray.name}: {', '.join(faces[key].words for key in tray.faces) or 'none'}"
