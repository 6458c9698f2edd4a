"""Rated matches: whether they count, by what the server knows of their players, and which players are refused them.

Addresses are only in memory: a player who is not connected counts for the blocks of its last connections. The matches
of pairs, and the quits of players, are read from the store after a restart.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence

from kibitz_server.addresses import address_block, is_loopback
from kibitz_server.core.lobby.ratings import quitter
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.rated import (
    DAY_S,
    ENGINES,
    PairAtGame,
    PairMatches,
    Quits,
    RatedBounds,
    RatedEnd,
    RatedRules,
    pairs_of,
)
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Uncounted
from kibitz_server.runtime.ports import ClientListener, MatchListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.scheduler import WallClock
from kibitz_server.store.interface import StoreReader

KEPT_PLAYERS = 20_000
"""Disconnected players whose last address blocks are remembered."""
LOOPBACK = "loopback"


class RatedPlay(RatedRules, MatchListener, ClientListener):
    """The rules of rated matches on a server. `clients_of` returns the connections of a player by its id."""

    follows_moves = False

    def __init__(
        self,
        clients_of: Callable[[str], Sequence[ConnectedClient]],
        wall_clock: WallClock,
        bounds: RatedBounds,
        kept_players: int = KEPT_PLAYERS,
    ) -> None:
        self._clients_of = clients_of
        self._wall_clock = wall_clock
        self._bounds = bounds
        self._kept_players = kept_players
        self._last_blocks: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._counts = PairMatches()
        self._quits = Quits(bounds.quits)

    def load(self, store: StoreReader) -> None:
        """Read the rated matches of the last day, after the start of the server."""
        for end in store.rated_ends(self._wall_clock() - DAY_S):
            self._note_end(end)

    def uncounted(self, game: str, seats: Sequence[Player | None], *, at_end: bool = False) -> Uncounted | None:
        players = [player for player in seats if isinstance(player, Human)]
        if not players:
            return None
        pairs = pairs_of(game, [player.person for player in players])
        if not pairs:
            return Uncounted.SAME_OWNER
        if not self._bounds.one_address and self._share_address(players):
            return Uncounted.SAME_ADDRESS
        return None if at_end else self._played_often(pairs)

    def _played_often(self, pairs: Sequence[PairAtGame]) -> Uncounted | None:
        now, bounds = self._wall_clock(), self._bounds
        for pair in pairs:
            often, most = (
                (Uncounted.ENGINES_OFTEN, bounds.with_engines)
                if ENGINES in pair.persons
                else (Uncounted.PLAYED_OFTEN, bounds.per_pair)
            )
            if self._counts.count(pair, now) >= most:
                return often
        return None

    def refusal(self, player: Human, *, you: bool = False) -> Refusal | None:
        return self._quits.refusal(player, self._wall_clock(), you=you)

    def departed(self, client: ConnectedClient) -> None:
        player_id = client.player.id
        if not client.player.account:  # so that guests, who cost nothing, do not displace accounts
            return
        blocks = {block_of(each) for each in (client, *self._clients_of(player_id))} - {""}
        self._last_blocks[player_id] = frozenset(blocks)
        self._last_blocks.move_to_end(player_id)
        if len(self._last_blocks) > self._kept_players:
            self._last_blocks.popitem(last=False)

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:
        match = room.match
        if not match.created.terms.rated or not events:
            return
        if any(isinstance(event, MatchFinished | MatchAborted) for event in events):
            self._note_end(rated_end(match, self._wall_clock()))
        else:
            self._note_running(match)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        if not events and room.match.created.terms.rated:  # restored
            self._note_running(room.match)

    def closed(self, room: Room) -> None:
        match = room.match
        if match.created.terms.rated and not match.over:
            for pair in pairs_of(match.created.game, persons_of(match)):
                self._counts.remove(pair, match.created.id)

    def _share_address(self, players: Sequence[Human]) -> bool:
        seen: set[str] = set()
        for player in players:
            # A bot may run on another machine than that of its owner.
            blocks = self._blocks(player.id) | self._blocks(player.person)
            if seen & blocks:
                return True
            seen |= blocks
        return False

    def _blocks(self, player_id: str) -> frozenset[str]:
        """Return the address blocks from which a player is connected, or was last."""
        connected = frozenset(block_of(client) for client in self._clients_of(player_id)) - {""}
        return connected or self._last_blocks.get(player_id, frozenset())

    def _note_running(self, match: Match) -> None:
        if match.phase in (Phase.RUNNING, Phase.PAUSED) and match.uncounted is None:
            for pair in pairs_of(match.created.game, persons_of(match)):
                self._counts.note(pair, match.created.id, None)

    def _note_end(self, end: RatedEnd) -> None:
        for pair in pairs_of(end.game, end.persons):
            if end.counts:
                self._counts.note(pair, end.match_id, end.ended_at)
            else:
                self._counts.remove(pair, end.match_id)
        if end.quitter is not None:
            self._quits.note(end.quitter, end.ended_at)


def block_of(client: ConnectedClient) -> str:
    """Return the address block of a client; empty if it is not known. All addresses of loopback are one block."""
    address = client.info.address
    return LOOPBACK if is_loopback(address) else address_block(address)


def persons_of(match: Match) -> tuple[str, ...]:
    """Return the accounts that are responsible for the human players of a match."""
    return tuple(player.person for player in match.seats if isinstance(player, Human))


def rated_end(match: Match, at: float) -> RatedEnd:
    """Return the end of a rated match that is over."""
    seat = quitter(match)
    player = None if seat is None else match.seats[seat]
    counts = match.phase is Phase.FINISHED and match.uncounted is None
    quit_by = player.id if isinstance(player, Human) else None
    return RatedEnd(match.created.id, match.created.game, at, persons_of(match), counts, quit_by)
