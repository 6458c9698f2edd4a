"""The rules of a game: its guide, the notation of moves, the options, and a picture of the initial board."""

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll

from kibitz_client.errors import ClientError
from kibitz_client.match.shown import position_of
from kibitz_client.match.table.unseen import secrets_of
from kibitz_client.requests import build
from kibitz_client.text.options import offered, range_text
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.explain import Explain, OfGame
from kibitz_protocol.values.games import GameInfo, option_text

NARROW = 70
"""Below this width the picture is under the text."""


class RulesScreen(KibitzScreen):
    """Rules of a game at the left, its initial board at the right. The server draws the board with these options."""

    help_section = "Match"
    DEFAULT_CSS = """
    RulesScreen #rules { height: 1fr; }
    RulesScreen VerticalScroll { width: 1fr; height: 1fr; padding: 1 1 0 1; }
    RulesScreen TextLine { height: auto; }
    RulesScreen .part { text-style: bold; color: $mark; margin: 1 0 0 0; }
    RulesScreen BoardWidget { width: 42%; height: 1fr; margin: 1 0 0 0; display: none; }
    RulesScreen BoardWidget.-drawn { display: block; }
    RulesScreen.-narrow #rules { layout: vertical; }
    RulesScreen.-narrow BoardWidget { width: 1fr; height: 45%; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,enter", "app.pop_screen", show=False),
        Binding("question_mark", "app.help", show=False),
    ]

    def __init__(self, game: GameInfo, options: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.game = game
        self._options = dict(options or {})

    def compose(self) -> ComposeResult:
        """Lay out text and picture."""
        yield TitleBar(f"{strings.TITLE}  {strings.RULES.format(title=self.game.title)}")
        with Horizontal(id="rules"):
            with VerticalScroll():
                for paragraph in paragraphs(self.game):
                    yield TextLine(paragraph, classes="part" if paragraph in strings.RULES_PARTS else "")
            board = BoardWidget(ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)
            board.can_focus = False
            yield board
        yield KeyLine(strings.RULES_KEYS)

    def on_mount(self) -> None:
        """Ask the server for the initial position."""
        self.run_worker(self._draw(), exit_on_error=False)

    def on_resize(self) -> None:
        """Put the picture beside or below the text."""
        self.set_class(self.size.width < NARROW, "-narrow")

    def preferences_changed(self) -> None:
        """Redraw the board."""
        self.query_one(BoardWidget).draw_with(
            ascii_only=self.preferences.ascii_only, style=self.preferences.board_style
        )

    async def _draw(self) -> None:
        command = build(Explain, of=OfGame(game=self.game.name, options=self._options), depth=0)
        try:
            tree = await self.session.client.ask(command)
        except ClientError:
            # The rules are complete without the picture.
            return
        if tree is not None and tree.board is not None and tree.root.shown is not None:
            board = self.query_one(BoardWidget)
            board.add_class("-drawn")
            board.show(tree.board, position_of(tree.root.shown, "initial", 0), sides=self.game.seats)


def paragraphs(game: GameInfo) -> list[str]:
    """Return the rules as paragraphs: the guide, or the one sentence of a server without guides; then the options."""
    rules, notation, options = strings.RULES_PARTS
    if game.guide:
        parts = [line for line in game.guide.splitlines() if line.strip()]
    else:
        parts = [rules, _sentence(game.summary), notation, _sentence(game.move_help)]
    parts += filter(None, [secrets_of(game)])
    # A chance event or an option may decide which seat moves first.
    seats = strings.RULES_SIDES if game.chance or game.sides else strings.RULES_SEATS
    parts.append(seats.format(seats=", ".join(game.seats)))
    if game.options:
        parts.append(options)
        parts += [
            f"{option.name}={option_text(option.default)}  ({range_text(option, game.options)}) {option.meaning}"
            for option in offered(game)
        ]
    return parts


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
