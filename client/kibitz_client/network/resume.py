"""What goes on after a command was answered, and has to be asked for again on a new connection. No I/O."""

from collections.abc import Callable, Mapping
from typing import Any

from kibitz_protocol.to_client import Entered, Matches, Next, Paired, Seeking
from kibitz_protocol.to_server import Join, ListMatches, Seek, Unseek, Unwatch, Watch
from kibitz_protocol.values import Seq

TV = "tv"

Again = Watch | ListMatches | Seek
"""The commands that are sent again."""


def is_tv(reference: str) -> bool:
    """Whether what is on is meant, and no match by its code."""
    return reference.strip().lower() == TV


class ResumeState:
    """Television, keys of private matches, the lobby as it was asked for, and the search for an opponent."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._keys: dict[str, str] = {}
        self._tv: str | None = None
        self._lobby: ListMatches | None = None
        self._seek: Seek | None = None

    def done(self, command: Any, result: Any) -> str | None:
        """A command was done. Gives the match that is followed no longer, because something else is on now."""
        before = self._tv
        match command, result:
            case (Watch() | Join()) as entering, Entered():
                if entering.key is not None:
                    self._keys[result.match] = entering.key
                if isinstance(entering, Watch) and is_tv(entering.match):
                    self._tv = result.match
            case Unwatch(match=reference), _:
                if is_tv(reference) or reference == self._tv:
                    self._tv = None
            case ListMatches(follow=True), Matches():
                self._lobby = command
            case Seek(), Seeking():
                self._seek = command
            case ((Seek() | Unseek()), _):
                self._seek = None
        return before if self._tv not in (None, before) else None

    def heard(self, message: Any) -> None:
        """The server has led us somewhere."""
        match message:
            case Next(next=following) if following is not None:
                if message.match in self._keys:
                    self._keys[following] = self._keys.pop(message.match)
                if message.match == self._tv:
                    self._tv = following
            case Paired():
                self._seek = None

    def again(self, matches: Mapping[str, Seq]) -> list[Again]:
        """What to ask a new connection for, with the matches that are followed."""
        commands: list[Again] = [self.watch(match, since) for match, since in matches.items()]
        commands += [asked.model_copy(update={"id": self._new_id()}) for asked in (self._lobby, self._seek) if asked]
        return commands

    def watch(self, match: str, since: Seq | None = None) -> Watch:
        """The command that follows a match: what is on may be another one by now."""
        if match == self._tv:
            return Watch(id=self._new_id(), match=TV)
        return Watch(id=self._new_id(), match=match, since=since, key=self._keys.get(match))
