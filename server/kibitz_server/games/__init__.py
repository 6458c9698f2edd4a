"""Rules of the games. KIBITZ_GAMES lists folders of further games, separated as in PATH."""

import os

__path__ += [os.path.abspath(folder) for folder in os.environ.get("KIBITZ_GAMES", "").split(os.pathsep) if folder]
