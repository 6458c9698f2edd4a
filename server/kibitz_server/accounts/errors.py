"""How a command that waits comes out: a result, or, half way through, a refusal that is raised."""

from typing import Any, NamedTuple

from kibitz_protocol.refusals import SENTENCES, Code


class CommandRefused(Exception):
    """Why a command was not done. Without a sentence it is that of the code."""

    def __init__(
        self, code: Code, sentence: str | None = None, hint: str | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(sentence or SENTENCES[code])
        self.code = code
        self.hint = hint
        self.retry_after_s = retry_after_s


class Done(NamedTuple):
    """What a command came to: its result, and the sessions that are gone with it."""

    result: dict[str, Any] | None = None
    gone: frozenset[str] = frozenset()
