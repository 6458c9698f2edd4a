"""What can go wrong in a client, each as one sentence with a way out and the exit code of a program that ends by it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz_protocol.to_client import Refused


class ClientError(Exception):
    """Trouble that was foreseen: the text is a sentence for people, `hint` says what to do about it."""

    exit_code = 1

    def __init__(self, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.hint = hint


class UsageError(ClientError):
    """What was asked for makes no sense, or something it needs is not installed."""

    exit_code = 2


class RefusedError(ClientError):
    """The server said no; `refused` is its answer."""

    exit_code = 3

    def __init__(self, refused: "Refused") -> None:
        super().__init__(refused.message, refused.hint)
        self.refused = refused


class NetworkError(ClientError):
    """The server cannot be reached or understood. A `lasting` one does not go away by trying again."""

    exit_code = 4

    def __init__(self, sentence: str, hint: str | None = None, *, lasting: bool = False) -> None:
        super().__init__(sentence, hint)
        self.lasting = lasting


class LostSync(ClientError):
    """Events of a match are missing, and a fresh snapshot did not mend it."""

    exit_code = 5
