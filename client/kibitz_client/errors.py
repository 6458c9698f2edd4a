"""Errors of the client. Each has a sentence, a hint with a way out, and the exit code of a program that it ends."""

from typing import TYPE_CHECKING

from kibitz_protocol.validation.legible import legible

if TYPE_CHECKING:
    from kibitz_protocol.to_client import Refused


class ClientError(Exception):
    """Expected error. Its text is for the user, and `hint` says what to do about it.

    Both may quote a server, a broker or a file, so they are made legible.
    """

    exit_code = 1
    help_word = "try"
    """The word before the hint. `hint:` itself is the word for an engine's advice in a match."""

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(legible(sentence, lines=True))
        self.hint = hint if hint is None else legible(hint, lines=True)

    @property
    def lines(self) -> list[str]:
        """The error as lines of text: its sentence, and its hint if there is one."""
        return [str(self), *([f"{self.help_word}: {self.hint}"] if self.hint else [])]


class UsageError(ClientError):
    """Invalid argument or option, or a missing installation."""

    exit_code = 2


class RefusedError(ClientError):
    """Refusal by the server; `refused` is its answer. Its hint may also be a fact, such as the legal moves."""

    exit_code = 3
    help_word = "note"

    def __init__(self, refused: "Refused") -> None:
        super().__init__(refused.message, refused.hint)
        self.refused = refused


class NetworkError(ClientError):
    """Unreachable or incompatible server. Another attempt cannot remove a `permanent` error."""

    exit_code = 4

    def __init__(self, sentence: str, hint: str | None = None, *, permanent: bool = False) -> None:
        super().__init__(sentence, hint)
        self.permanent = permanent


class SeekEnded(ClientError):
    """Search for an opponent that ended without one: another client of the player ended it, or began a match."""


class LostSync(ClientError):
    """Gap in the events of a match that a new snapshot did not close."""

    exit_code = 5


class UnreadableMessage(ClientError):
    """Message of a server that is not one of the protocol, or does not fit the match that it is about."""

    exit_code = 5

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "the server is faulty or newer: update kibitz, or use another server")


def printed_error(text: str) -> tuple[str, str | None] | None:
    """Return the sentence and the hint of the last error that a program of Kibitz printed, or None without one.

    Args:
        text: Its standard error, which may have warnings and a log too.
    """
    _, found, after = f"\n{text}".rpartition("\nerror: ")
    if not found:
        return None
    sentence, *rest = after.splitlines()
    hint = rest[0].removeprefix("try: ") if rest and rest[0].startswith("try: ") else None
    return sentence, hint
