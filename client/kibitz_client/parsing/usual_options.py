"""Options of a new match without any, where the default of a game is too small to play. No I/O."""

from collections.abc import Mapping

from kibitz_protocol.values.games import OptionValue

USUAL: Mapping[str, Mapping[str, OptionValue]] = {"dots": {"columns": 5, "rows": 5}}
"""By the names of games. The page proposes the same (`app/forms/presets.js`)."""


def usual_options(game: str) -> dict[str, OptionValue]:
    """Return the options with which a game usually begins, where they differ from its defaults."""
    return dict(USUAL.get(game, {}))
