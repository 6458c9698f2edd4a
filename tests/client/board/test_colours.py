"""Tests of the colours of boards whose pieces are black and white, as terminals of all kinds show them."""

import pytest
from rich.color import ColorSystem

from kibitz_client.board.colours import ALL_STYLES, NAMED, styles_of
from kibitz_client.tui.demo.palette import board_styles
from kibitz_client.tui.widgets.board import ROLES
from kibitz_protocol.values.boards import Grid
from tests.client.grounds import CHESS
from tests.client.points import BACKGAMMON
from tests.client.samples import GRID

LEAST = 2.9
"""Contrast of a piece with its ground: WCAG 2.1 asks 3 of graphics, and a palette of 256 colours rounds."""
SYSTEMS = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD)
Colour = tuple[int, int, int]
XTERM: tuple[Colour, ...] = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255)),
    (255, 255, 255),
)
VGA: tuple[Colour, ...] = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255)),
    (255, 255, 255),
)


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.1)."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shown(style: str, role: str, system: ColorSystem, palette: tuple[Colour, ...], *, ground: bool) -> Colour:
    """Return a colour as a terminal shows it."""
    names = styles_of(style, CHESS, few=system == ColorSystem.STANDARD)
    found = board_styles(names)[role]
    colour = found.bgcolor if ground else found.color
    assert colour is not None
    colour = colour.downgrade(system)
    if system == ColorSystem.STANDARD:
        assert colour.number is not None
        return palette[colour.number]
    return colour.get_truecolor()


@pytest.mark.parametrize("style", NAMED)
@pytest.mark.parametrize(
    ("system", "palette", "least"),
    [
        (ColorSystem.TRUECOLOR, VGA, LEAST),
        (ColorSystem.EIGHT_BIT, VGA, LEAST),
        (ColorSystem.STANDARD, VGA, 2.7),
        (ColorSystem.STANDARD, XTERM, 2.1),
    ],
)
def test_both_sides_are_seen_on_all_squares(
    style: str, system: ColorSystem, palette: tuple[Colour, ...], least: float
) -> None:
    """White is light and Black is dark, and neither blurs with a square, which differ from each other."""
    black, white = (shown(style, role, system, palette, ground=False) for role in ("first", "second"))
    assert luminance(black) < 0.01
    assert luminance(white) > 0.9
    for role in ("square", "light", "dark", "spike", "spike-other"):
        ground = shown(style, role, system, palette, ground=True)
        assert contrast(white, ground) >= least, role
        assert contrast(black, ground) >= least, role
    light, dark = (shown(style, role, system, palette, ground=True) for role in ("light", "dark"))
    assert contrast(light, dark) >= 1.55
    for shade, ground in (("half-light", light), ("half-dark", dark)):
        assert shown(style, shade, system, palette, ground=False) == ground


def test_only_boards_of_black_and_white_have_their_colours() -> None:
    """Tic-tac-toe keeps the colours of the theme, and outlines those of the terminal."""
    assert styles_of("theme", CHESS) == styles_of("wood", BACKGAMMON) == ("natural", "named")
    assert styles_of("felt", CHESS, few=True) == ("green", "named", "sixteen")
    assert styles_of("theme", GRID, few=True) == styles_of("theme", None) == ("theme",)
    assert styles_of("outline", CHESS) == ("outline",)
    mixed = Grid(
        column_labels=["a", "b"],
        row_labels=["1", "2"],
        symbols={"-": "empty", "r": "red disc", "b": "black disc"},
        cell_labels=[],
        block=0,
    )
    assert styles_of("slate", mixed) == ("slate",)


def test_every_style_and_role_is_known() -> None:
    """The style sheet has no rule for a role that the board widget does not know."""
    assert set(board_styles(ALL_STYLES)) <= set(ROLES)
