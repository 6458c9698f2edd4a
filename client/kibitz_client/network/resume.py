"""Standing requests of a client, which a new connection must repeat. No I/O."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from kibitz_protocol.to_client import Entered, Matches, Next, Paired, Seeking, Seeks
from kibitz_protocol.to_server import FollowLobbyChat, Join, ListMatches, Seek, Tournament, Unseek, Unwatch, Watch
from kibitz_protocol.tournaments.commands import CreateTournament, ShowTournament, UnfollowTournament
from kibitz_protocol.tournaments.views import TournamentDone
from kibitz_protocol.values.fields import Seq

TV = "tv"

Resumable = Watch | ListMatches | FollowLobbyChat | Seek | Tournament
"""The commands that a new connection repeats."""


def is_tv(reference: str) -> bool:
    """Return whether a reference means TV, not one match."""
    return reference.strip().lower() == TV


class ResumeState:
    """State to restore on a new connection.

    TV, keys of private matches, previews, the lobby, its chat, seeks, and tournaments.
    """

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._keys: dict[str, str] = {}
        self._previews: set[str] = set()
        self._tv: str | None = None
        self._lobby: ListMatches | None = None
        self._lobby_chat: FollowLobbyChat | None = None
        self._seeks: dict[str, Seek] = {}
        """The seeks that this client has sent and that are open, by their ids at the server."""
        self._tournaments: dict[str, str | None] = {}
        """The keys of the tournaments that are followed, by their ids."""
        self._repeated: list[Seek] = []
        """The seeks that a new connection has sent again, and that are not answered."""

    @property
    def tv(self) -> str | None:
        """The match that TV shows; None if the client does not follow TV."""
        return self._tv

    @property
    def seeks(self) -> list[str]:
        """The ids of the open seeks that this client has sent."""
        return list(self._seeks)

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
            case Tournament(do=CreateTournament(follow=True)), TournamentDone():
                self._tournaments[result.tournament] = result.key
            case Tournament(do=ShowTournament(follow=True, key=key)), TournamentDone():
                self._tournaments[result.tournament] = key
            case Tournament(do=UnfollowTournament()), TournamentDone():
                self._tournaments.pop(result.tournament, None)
            case ListMatches(follow=True), Matches():
                self._lobby = command
            case FollowLobbyChat(), _:
                self._lobby_chat = command
            case Seek(), _:
                self.drop_repeated(command)
                if isinstance(result, Seeking):
                    self._seeks[result.seek] = command
            case Unseek(seek=None), _:
                self._forget_seeks()
            case Unseek(seek=str(id)), _:
                self._seeks.pop(id, None)
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
            case Seeks(seeks=seeks):
                self.keep_seeks({seek.seek for seek in seeks})
            case Paired(tournament=None):
                self._forget_seeks()

    def _forget_seeks(self) -> None:
        self._seeks.clear()
        self._repeated.clear()

    def drop_repeated(self, command: Seek) -> None:
        """Note the answer to a seek that was sent again, whatever its id was."""
        self._repeated = [seek for seek in self._repeated if seek.model_copy(update={"id": command.id}) != command]

    def keep_seeks(self, open_ids: Collection[str]) -> bool:
        """Forget the seeks that are not open any more, and return whether there were any."""
        before = len(self._seeks)
        self._seeks = {id: seek for id, seek in self._seeks.items() if id in open_ids}
        return len(self._seeks) < before

    def commands(
        self, matches: Mapping[str, Seq], tournaments: Mapping[str, Seq] = MappingProxyType({}), *, seeks: bool = True
    ) -> list[Resumable]:
        """Return the commands for a new connection.

        Args:
            matches: The last known event of each followed match.
            tournaments: The last known event of each tournament of which the client has received a snapshot.
            seeks: Whether the server has lost our seeks, so that they must be sent again.
        """
        commands: list[Resumable] = [self.watch(match, since) for match, since in matches.items()]
        commands += [self.show(id, tournaments[id] or None) for id in self._tournaments if id in tournaments]
        standing: list[ListMatches | FollowLobbyChat | Seek] = [
            asked for asked in (self._lobby, self._lobby_chat) if asked is not None
        ]
        if seeks:
            self._repeated += self._seeks.values()
            self._seeks = {}
            standing += self._repeated
        commands += [asked.model_copy(update={"id": self._new_id()}) for asked in standing]
        return commands

    def show(self, tournament: str, since: Seq | None = None) -> Tournament:
        """Return the command that follows a tournament, from its snapshot or after an event."""
        key = self._tournaments.get(tournament)
        do = ShowTournament(tournament=tournament, key=key, follow=True, since=since)
        return Tournament(id=self._new_id(), do=do)

    def watch(self, match: str, since: Seq | None = None) -> Watch:
        """Return the command that follows a match, or TV if it shows the match: TV may show another one by now."""
        if match == self._tv:
            return Watch(id=self._new_id(), match=TV)
        key, preview = self._keys.get(match), match in self._previews
        return Watch(id=self._new_id(), match=match, since=since, key=key, preview=preview)
