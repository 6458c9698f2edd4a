"""The puzzles of a server: those that come with Kibitz are stored when a client first asks for puzzles."""

from collections.abc import Callable

from kibitz_server.puzzles.bundled import bundled
from kibitz_server.store import Store
from kibitz_server.store.archive import puzzles


class PuzzleLibrary:
    """Puzzles in a store. All calls are on the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.filled = False
        """Whether the bundled puzzles are in the store."""

    def fill(self, then: Callable[[Exception | None], None]) -> None:
        """Store the bundled puzzles that are not in the store. `then` gets the error, if that failed."""

        def done(error: Exception | None) -> None:
            self.filled = self.filled or error is None
            then(error)

        self._store.change(lambda connection: puzzles.add(connection, bundled()), done)
