"""Standing requests of a client, which a new connection must repeat. No I/O."""

from collections.abc import Callable, Mapping
from typing import Any

from kibitz_protocol.to_client import Entered, Matches, Next, Paired, Seeking
from kibitz_protocol.to_server import FollowLobbyChat, Join, ListMatches, Seek, Unseek, Unwatch, Watch
from kibitz_protocol.values.fields import Seq

TV = "tv"

Resumable = Watch | ListMatches | FollowLobbyChat | Seek
"""The commands that a new connection repeats."""


def is_tv(reference: str) -> bool:
    """Return whether a reference means TV, not one match."""
    return reference.strip().lower() == TV


class ResumeState:
    """State to restore on a new connection: TV, keys of private matches, previews, the lobby, its chat, and seek."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._keys: dict[str, str] = {}
        self._previews: set[str] = set()
        self._tv: str | None = None
        self._lobby: ListMatches | None = None
        self._lobby_chat: FollowLobbyChat | None = None
        self._seek: Seek | None = None

    @property
    def tv(self) -> str | None:
        """The match that TV shows; None if the client does not follow TV."""
        return self._tv

    def completed(self, command: Any, result: Any) -> str | None:
        """Update the state after a successful command. Return the match that TV no longer shows, if it changed."""
        before = self._tv
        match command, result:
            case (Watch() | Join()) as entering, Entered():
                if entering.key is not None:
                    self._keys[result.match] = entering.key
                if isinstance(entering, Watch) and is_tv(entering.match):
                    self._tv = result.match
                preview = isinstance(entering, Watch) and entering.preview
                (self._previews.add if preview else self._previews.discard)(result.match)
            case Unwatch(match=reference), _:
                self._previews.discard(reference)
                if is_tv(reference) or reference == self._tv:
                    self._tv = None
            case ListMatches(follow=True), Matches():
                self._lobby = command
            case FollowLobbyChat(), _:
                self._lobby_chat = command
            case Seek(), Seeking():
                self._seek = command
            case ((Seek() | Unseek()), _):
                self._seek = None
        return before if self._tv not in (None, before) else None

    def observe(self, message: Any) -> None:
        """Update the state after a message: a redirect to the next match, or a pairing."""
        match message:
            case Next(next=following) if following is not None:
                if message.match in self._keys:
                    self._keys[following] = self._keys.pop(message.match)
                if message.match in self._previews:
                    self._previews.remove(message.match)
                    self._previews.add(following)
                if message.match == self._tv:
                    self._tv = following
            case Paired():
                self._seek = None

    @property
    def _standing(self) -> "tuple[ListMatches | FollowLobbyChat | Seek | None, ...]":
        return self._lobby, self._lobby_chat, self._seek

    def commands(self, matches: Mapping[str, Seq]) -> list[Resumable]:
        """Return the commands for a new connection, given the followed matches and the last known event of each."""
        commands: list[Resumable] = [self.watch(match, since) for match, since in matches.items()]
        commands += [asked.model_copy(update={"id": self._new_id()}) for asked in self._standing if asked]
        return commands

    def watch(self, match: str, since: Seq | None = None) -> Watch:
        """Return the command that follows a match, or TV if it shows the match: TV may show another one by now."""
        if match == self._tv:
            return Watch(id=self._new_id(), match=TV)
        key, preview = self._keys.get(match), match in self._previews
        return Watch(id=self._new_id(), match=match, since=since, key=key, preview=preview)
