"""Widths in the columns of a terminal, where the letters of some scripts take two columns and marks take none."""

import re
import textwrap


def width_of(text: str) -> int:
    """Return the number of columns that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fit(text: str, columns: int) -> str:
    """Return a text cut or padded to a number of columns. Half of a wide letter becomes a blank."""
    if text.isascii():
        return f"{text:<{columns}.{columns}}"
    from rich.cells import set_cell_size

    return set_cell_size(text, columns)


def cut(text: str, columns: int) -> str:
    """Return a text cut to a number of columns; a shorter text is unchanged."""
    return text if width_of(text) <= columns else fit(text, columns)


def pad(text: str, columns: int) -> str:
    """Return a text with blanks up to a number of columns; a longer text is unchanged."""
    return text + " " * (columns - width_of(text))


CUT = ".."


def shorten(text: str, columns: int) -> str:
    """Return a text cut or padded to a number of columns; the end of a cut one is `..`."""
    if width_of(text) <= columns:
        return pad(text, columns)
    return fit(text, max(0, columns - len(CUT))) + CUT[: max(0, columns)]


def wrapped(text: str, columns: int) -> list[str]:
    """Return the lines of a text that is broken between words. A word that is longer than a line stays whole."""
    if text.isascii():
        return textwrap.wrap(text, columns, break_long_words=False, break_on_hyphens=False)
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def wrapped_fields(line: str, columns: int) -> list[str]:
    """Return the lines of fields with two blanks between them: broken between fields, and long ones between words."""
    lines: list[str] = []
    for field in re.split(" {2,}", line.strip()):
        if lines and width_of(lines[-1]) + 2 + width_of(field) <= columns:
            lines[-1] += f"  {field}"
        else:
            lines += wrapped(field, columns)
    return lines


def shortened(text: str, rows: int, columns: int) -> str:
    """Return a text that fits into some rows when its words are wrapped; it ends with dots if a part is left out."""
    if width_of(text) <= columns or columns < 4:
        return text
    lines = textwrap.wrap(text, columns)
    if len(lines) <= rows:
        return text
    return "\n".join([*lines[: rows - 1], textwrap.shorten(" ".join(lines[rows - 1 :]), columns, placeholder=" ...")])
