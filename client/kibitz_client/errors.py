"""Errors of the client. Each has a sentence, a hint with a way out, and the exit code of a program that it ends."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz_protocol.to_client import Refused


class ClientError(Exception):
    """Expected error. Its text is a sentence for the user, and `hint` says what to do about it."""

    exit_code = 1

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.hint = hint


class UsageError(ClientError):
    """Invalid argument or option, or a missing installation."""

    exit_code = 2


class RefusedError(ClientError):
    """Refusal by the server; `refused` is its answer."""

    exit_code = 3

    def __init__(self, refused: "Refused") -> None:
        super().__init__(refused.message, refused.hint)
        self.refused = refused


class NetworkError(ClientError):
    """Unreachable or incompatible server. Another attempt cannot remove a `permanent` error."""

    exit_code = 4

    def __init__(self, sentence: str, hint: str | None = None, *, permanent: bool = False) -> None:
        super().__init__(sentence, hint)
        self.permanent = permanent


class LostSync(ClientError):
    """Gap in the events of a match that a new snapshot did not close."""

    exit_code = 5
