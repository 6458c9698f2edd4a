"""The games. Further ones may lie in folders of their own, which KIBITZ_GAMES names (as PATH names its own)."""

import os

__path__ += [os.path.abspath(folder) for folder in os.environ.get("KIBITZ_GAMES", "").split(os.pathsep) if folder]
