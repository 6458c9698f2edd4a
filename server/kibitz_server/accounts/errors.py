"""Outcomes of a command that awaits the database: a result, or a refusal that is raised."""

from typing import Any, NamedTuple, Self

from kibitz_protocol.refusals import SENTENCES, Code


class CommandRefused(Exception):
    """Refusal of a command. Without a sentence it has that of the code."""

    def __init__(
        self, code: Code, sentence: str | None = None, hint: str | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(sentence or SENTENCES[code])
        self.code = code
        self.hint = hint
        self.retry_after_s = retry_after_s

    def __reduce__(self) -> tuple[type[Self], tuple[Code, str, str | None, float | None]]:
        """Return how to make it again, because a helper process raises it in the server process."""
        return type(self), (self.code, str(self), self.hint, self.retry_after_s)


class Done(NamedTuple):
    """Result of a command, and the sessions that it ended, with the reason that their connections get."""

    result: dict[str, Any] | None = None
    gone: frozenset[str] = frozenset()
    why: str = "signed out"
