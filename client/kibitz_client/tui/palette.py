"""The command palette: what can be done on the screen at hand and everywhere, found by the words people have for it.

What the keys of a screen do is taken from its `BINDINGS`, so nothing can be forgotten; `strings.DEEDS` has the words.
An action that nobody has found words for is listed by its name.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode

from kibitz_client.tui import strings, themes

if TYPE_CHECKING:
    from kibitz_client.tui.app import KibitzApp

UNTOLD = ("move", "choose", "back", "open_to", "app.command_palette", "screen.", "go(-100000)", "go(100000)")
"""Actions, or how they begin, that are of no use but by their keys."""


@dataclass(frozen=True, slots=True)
class PaletteAction:
    """Something that can be done: its name, other words for it and its key, and how it is done."""

    title: str
    words: str
    run: Callable[[], Any]


def bindings_of(kind: type[DOMNode]) -> Iterator[Binding]:
    """The bindings of a class and of those that it is made of, as far as they are ours, its own first."""
    for base in kind.__mro__:
        if base.__module__.startswith("kibitz_client."):
            for binding in base.__dict__.get("BINDINGS", ()):
                assert isinstance(binding, Binding), "bindings are written out"
                yield binding


def actions_of(node: DOMNode, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[PaletteAction]:
    """What the keys of a screen do, as far as it is `wanted`; each action once."""
    seen = set()
    for binding in bindings_of(type(node)):
        action = binding.action
        if action not in seen and wanted(action) and not action.startswith(UNTOLD):
            seen.add(action)
            title, words = strings.DEEDS.get(action) or (action.replace("_", " ").capitalize(), "")
            key = node.app.get_key_display(replace(binding, key=binding.key.split(",")[0]))
            yield PaletteAction(title, f"{key}   {words}".strip(), partial(node.app.run_action, action, node))


def everywhere(action: str) -> bool:
    """Whether an action of the lobby makes sense wherever one is."""
    return action.startswith(("app.", "quick(")) or action == "join"


def fit(query: str, deed: PaletteAction) -> float:
    """How well a deed fits.

    1.1 where its name holds the query, 1 where each word of that begins one of the name, 0.8 with other words, else 0.
    """
    if query.casefold().strip() in deed.title.casefold():
        return 1.1
    wanted = query.casefold().split()
    for score, text in ((1.0, deed.title), (0.8, f"{deed.title} {deed.words}")):
        words = text.casefold().replace("-", " ").split() + text.casefold().split()
        if all(any(word.startswith(part) for word in words) for part in wanted):
            return score
    return 0.0


class ActionProvider(Provider):
    """Those of the screen first, then what can be done anywhere."""

    async def startup(self) -> None:
        """They stay the same while the palette is open."""
        found = {deed.title: deed for deed in reversed([*self._here(), *self._anywhere()])}
        self._deeds = [*reversed(found.values())]

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for deed in self._deeds:
            yield DiscoveryHit(deed.title, deed.run, deed.title, deed.words)

    async def search(self, query: str) -> Hits:
        """Those whose name or other words fit, in that order, and then names that hold the letters."""
        matcher = self.matcher(query)
        for deed in self._deeds:
            score = fit(query, deed) or min(0.5, 0.5 * matcher.match(deed.title))
            if score > 0:
                yield Hit(score, matcher.highlight(deed.title), deed.run, deed.title, deed.words)

    def _here(self) -> Iterable[PaletteAction]:
        screen = self.screen
        more: Callable[[], Iterable[PaletteAction]] | None = getattr(screen, "deeds", None)
        yield from actions_of(screen)
        if more is not None:
            yield from more()

    def _anywhere(self) -> Iterator[PaletteAction]:
        app = cast("KibitzApp", self.app)
        yield from actions_of(app.screen_stack[0], everywhere)
        yield from actions_of(app)
        for theme in themes.THEMES:
            title = strings.USE_THEME.format(name=theme.name.removeprefix("kibitz-"))
            yield PaletteAction(title, strings.THEME_WORDS, partial(app.like, theme=theme.name))
        for name, text in strings.SWITCHES.items():
            on = not getattr(app.prefs, name)
            yield PaletteAction(f"{text}: {strings.ON if on else strings.OFF}", "", partial(app.like, **{name: on}))
