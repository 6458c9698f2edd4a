"""Result of one check: what was found, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

from kibitz_client.errors import ClientError

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Check:
    """A check by its subject. `hint` says what to do, where something can be done."""

    subject: str
    verdict: Verdict
    found: str
    hint: str | None = None

    def __str__(self) -> str:
        line = f"{self.verdict:<4}  {self.subject:<12}  {self.found}"
        return f"{line}; {self.hint}" if self.hint else line


class ChecksFailed(ClientError):
    """A doctor's report with a failed check. It ends the program with code 1."""
