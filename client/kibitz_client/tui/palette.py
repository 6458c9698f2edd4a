"""The command palette: the actions of the current screen and of the whole app, found by name or by other words.

The actions are taken from the `BINDINGS` of a screen, so none can be forgotten. `palette_texts.ACTIONS` has their
titles and keywords; an action without an entry is listed by its name.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode

from kibitz_client.tui import palette_texts, strings, themes
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.services import PaletteAction, Services

KEYS_ONLY = (
    "move",
    "choose",
    "back",
    "open_to",
    "app.command_palette",
    "screen.",
    "go(-100000)",
    "go(100000)",
    "section",
    "berserk",
)
"""Prefixes of actions that are useful only by their keys, or that the palette has as a command where they apply."""


def bindings_of(kind: type[DOMNode]) -> Iterator[Binding]:
    """Yield the bindings of a class and of its bases in this package, its own first."""
    for base in kind.__mro__:
        if base.__module__.startswith("kibitz_client."):
            for binding in base.__dict__.get("BINDINGS", ()):
                assert isinstance(binding, Binding), "bindings are written out"
                yield binding


def actions_of(node: DOMNode, accept: Callable[[str], bool] = lambda _: True) -> Iterator[PaletteAction]:
    """Yield the actions of the keys of a screen that `accept` allows, each once."""
    seen = set()
    for binding in bindings_of(type(node)):
        action = binding.action
        if action not in seen and accept(action) and not action.startswith(KEYS_ONLY):
            seen.add(action)
            title, keywords = palette_texts.ACTIONS.get(action) or (action.replace("_", " ").capitalize(), "")
            key = node.app.get_key_display(replace(binding, key=binding.key.split(",")[0]))
            yield PaletteAction(
                title, keywords, partial(node.app.run_action, action, node), key, described(node, action)
            )


def described(node: DOMNode, action: str) -> str:
    """Return what an action does: the first line of the documentation of its method, if that is ours."""
    owner, name = (node.app, action[4:]) if action.startswith("app.") else (node, action)
    method = getattr(owner, f"action_{name.partition('(')[0]}", None)
    ours = method is not None and method.__module__.startswith("kibitz_client.") and "(" not in name
    return (inspect.getdoc(method) or "").partition("\n")[0].rstrip(".") if ours else ""


def is_global(action: str) -> bool:
    """Return whether an action of the lobby makes sense on every screen."""
    return action.startswith(("app.", "quick(")) or action == "join"


def match_score(query: str, action: PaletteAction) -> float:
    """Return how well an action matches a query.

    1.1 if its title contains the query, 1 if each word of the query begins a word of the title, 0.8 if keywords are
    needed for that, else 0.
    """
    if query.casefold().strip() in action.title.casefold():
        return 1.1
    parts = query.casefold().split()
    for score, text in ((1.0, action.title), (0.8, f"{action.title} {action.key} {action.keywords}")):
        words = text.casefold().replace("-", " ").split() + text.casefold().split()
        if all(any(word.startswith(part) for word in words) for part in parts):
            return score
    return 0.0


class ActionProvider(Provider):
    """Provides the actions of the current screen, then those of the whole app."""

    async def startup(self) -> None:
        """Collect the actions once: they stay the same while the palette is open."""
        found = {action.title: action for action in reversed([*self._of_screen(), *self._of_app()])}
        self._actions = [*reversed(found.values())]

    async def discover(self) -> Hits:
        """Yield all actions, before anything is typed."""
        for action in self._actions:
            yield DiscoveryHit(action.title, action.run, action.title, action.help)

    async def search(self, query: str) -> Hits:
        """Yield matches by title or keywords, then titles that contain the letters of the query in order."""
        matcher = self.matcher(query)
        for action in (*self._actions, *self._of_games()):
            score = match_score(query, action) or min(0.5, 0.5 * matcher.match(action.title))
            if score > 0:
                yield Hit(score, matcher.highlight(action.title), action.run, action.title, action.help)

    def _of_screen(self) -> Iterable[PaletteAction]:
        screen = self.screen
        yield from actions_of(screen)
        if isinstance(screen, KibitzScreen):
            yield from screen.palette_actions()

    def _of_games(self) -> Iterator[PaletteAction]:
        """Yield a new match of each game, which is found by all names of the game. A list of all would be long."""
        services = cast(Services, self.app)
        for game in services.session.games if services.session is not None else ():
            title, names = palette_texts.NEW_MATCH_OF.format(title=game.title), " ".join((game.name, *game.aliases))
            yield PaletteAction(title, names, partial(services.navigation.new_match, game.name), "", game.summary)

    def _of_app(self) -> Iterator[PaletteAction]:
        preferences = cast(Services, self.app).preferences
        yield from actions_of(self.app.screen_stack[0], is_global)
        yield from actions_of(self.app)
        for theme in themes.THEMES:
            title = palette_texts.USE_THEME.format(name=theme.name.removeprefix("kibitz-"))
            yield PaletteAction(title, palette_texts.THEME_KEYWORDS, partial(preferences.change, theme=theme.name))
        for name, text in strings.SWITCHES.items():
            on = not getattr(preferences.current, name)
            title = f"{text}: {strings.ON if on else strings.OFF}"
            yield PaletteAction(title, "", partial(preferences.change, **{name: on}))
