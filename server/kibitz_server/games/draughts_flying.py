"""All that international and Russian draughts share: their common base as games, of which each changes some names."""

from kibitz_server.games.draughts_flying_moves import *  # noqa: F403
from kibitz_server.games.draughts_flying_strength import *  # noqa: F403
from kibitz_server.games.draughts_flying_text import *  # noqa: F403
