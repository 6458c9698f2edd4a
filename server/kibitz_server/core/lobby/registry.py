"""Registry of the matches of a server: creates matches, finds them, and evicts old finished ones."""

from collections.abc import Callable
from dataclasses import field, replace
from itertools import islice

from kibitz_protocol.match_codes import canonical
from kibitz_server.core.lobby.ratings import identity
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.seats import awaits_client_seed, empty_seats, on_break
from kibitz_server.core.rated import RatedRules
from kibitz_server.core.value import value
from kibitz_server.core.values.clock import NO_BERSERK, TimeControl, fits_berserk
from kibitz_server.core.values.events import Event, MatchCreated
from kibitz_server.core.values.opening import BadOpening, opening_of
from kibitz_server.core.values.players import Engine, Human, Invited, Player
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.timeouts import first_move_s
from kibitz_server.games.game import BadOption, BadPosition, Game
from kibitz_server.games.registry import UnknownGame, declaration, load


@value
class CreateMatch:
    """Create a match. The caller chooses the id and the code, and has resolved random seats and options.

    `first_move_s` is the deadline of each first move; None for that of the time control. `created_at` is in seconds
    since 1970. `random_options` name the options with random values. `server_seed` and `repeatable` are those of
    `MatchCreated`.
    """

    id: str
    code: str
    host: Human
    game: str
    options: tuple[tuple[str, object], ...]
    seats: tuple[Player | None, ...]
    control: TimeControl | None
    position: str | None
    listed: bool
    autostart: bool
    show_thinking: bool | None
    created_at: float
    opening: tuple[str, ...] = ()
    terms: Terms = field(default_factory=Terms)
    first_moves_free: bool = True
    first_move_s: float | None = None
    engine_pace_s: float | None = None
    random_options: tuple[str, ...] = ()
    server_seed: str | None = field(default=None, repr=False)
    repeatable: bool = False

    def with_random_options(self, below: Callable[[int], int]) -> "CreateMatch":
        """Return the command with a number for each option that is left to the server.

        `below` returns a number from 0 to one less than its argument.
        """
        try:
            chosen = declaration(self.game).random_values(dict(self.options), below)
        except UnknownGame:
            return self  # the registry refuses it
        if not chosen:
            return self
        return replace(self, options=tuple((dict(self.options) | chosen).items()), random_options=tuple(chosen))

    def with_seed(self, make_seed: Callable[[], str], *, repeatable: bool) -> "CreateMatch":
        """Return the command with a seed for the chance events, if its game has any."""
        try:
            chance = declaration(self.game).chance
        except UnknownGame:
            return self  # the registry refuses it
        return replace(self, server_seed=make_seed(), repeatable=repeatable) if chance else self


class MatchRegistry:
    """Registry of a server's matches: running ones, and the newest finished ones for late readers."""

    def __init__(
        self,
        most_running: int = 2000,
        most_hosted: int = 50,
        most_over: int = 500,
        most_of_tournaments: int = 2000,
        most_of_group: int | None = None,
        group_of: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Create an empty registry.

        Args:
            most_running: Most matches that are not over, without those of tournaments.
            most_hosted: Most of these of one host.
            most_over: Most matches that are over; the first to end is evicted first.
            most_of_tournaments: Most matches of all tournaments that are not over.
            most_of_group: Most matches of all hosts of one group that are not over; None for no limit.
            group_of: Returns the group of a host by its id, such as its network. A host without one is "".
        """
        self._most_running = most_running
        self._most_hosted = most_hosted
        self._most_over = most_over
        self._most_of_tournaments = most_of_tournaments
        self._matches: dict[str, Match] = {}
        self._ids: dict[str, str] = {}
        self._over: dict[str, None] = {}
        self._of_tournaments: dict[str, None] = {}
        """Ids of the matches of tournaments that are not over. They count for no host."""
        self._hosted: dict[str, dict[str, Match]] = {}
        self._most_of_group = most_of_group
        self._group_of = group_of
        self._by_group: dict[str, dict[str, Match]] = {}
        self._groups: dict[str, str] = {}

    @property
    def matches(self) -> list[Match]:
        """All matches, the oldest first."""
        return list(self._matches.values())

    @property
    def running(self) -> int:
        """Number of matches that are not over."""
        return len(self._matches) - len(self._over)

    def find(self, reference: str) -> Match | None:
        """Return the match with an id or a code, in any spelling of the code."""
        match = self._matches.get(reference)  # fast path: programs send the id with every move
        return match or self._matches.get(self._ids.get(canonical(reference), reference.strip()))

    def create(
        self, command: CreateMatch, now: float, rules: RatedRules | None = None
    ) -> tuple[Match, list[Event]] | Refusal:
        """Create a match. Return it with its first events, or a refusal. `rules` are those of rated matches.

        Raises:
            ValueError: The game has chance, and the command has no seed.
        """
        full = self._full_of_tournaments() if command.terms.tournament else self._full(command)
        if full is not None:
            return full
        game = _game(command)
        if isinstance(game, Refusal):
            return game
        if game.declaration.chance and command.server_seed is None:
            raise ValueError(f"a match of {game.name} needs a seed")
        rules = rules or RatedRules()
        if command.terms.rated:
            for player in command.seats:
                if isinstance(player, Human) and (refusal := rules.refusal(player)) is not None:
                    return refusal
        created = _created(command, game)
        match = Match(created, now)
        match.rated_rules = rules
        events: list[Event] = [created]
        if command.autostart and not empty_seats(match) and not on_break(match) and not awaits_client_seed(match):
            events += match.begin(now)
        self.add(match)
        return match, events

    def _full_of_tournaments(self) -> Refusal | None:
        if len(self._of_tournaments) < self._most_of_tournaments:
            return None
        return Refusal(Reason.TOO_MANY, "the server is full of tournament games", "they begin when others end")

    def _full(self, command: CreateMatch) -> Refusal | None:
        """Return the refusal of a match for which there is no room on the server, or for its host."""
        if self.running - len(self._of_tournaments) >= self._most_running:
            return Refusal(Reason.TOO_MANY, "the server is full of matches", "try again later")
        hosted = sum(not match.over for match in self._hosted.get(command.host.id, {}).values())
        if hosted >= self._most_hosted:
            return Refusal(Reason.TOO_MANY, f"you host {hosted} matches already", "let one of them end first")
        group = self._group_of(command.host.id)
        if group and self._most_of_group is not None:
            # After a restart it is unknown where the hosts of the restored matches are.
            for match in self._hosted.get(command.host.id, {}).values():
                self._join(group, match)
            running = sum(not match.over for match in self._by_group.get(group, {}).values())
            if running >= self._most_of_group:
                sentence = f"players at your address host {running} matches already"
                return Refusal(Reason.TOO_MANY, sentence, "let one of them end first")
        return None

    def add(self, match: Match) -> None:
        """Add an existing match, such as one that was restored after a restart.

        Raises:
            ValueError: The code is in use.
        """
        if match.created.code in self._ids:
            raise ValueError(f"code {match.created.code} is in use")
        self._matches[match.created.id] = match
        self._ids[match.created.code] = match.created.id
        if match.created.terms.tournament is None:
            self._hosted.setdefault(match.created.host.id, {})[match.created.id] = match
            self._join(self._group_of(match.created.host.id), match)
        elif not match.over:
            self._of_tournaments[match.created.id] = None
        if match.over:
            self._over[match.created.id] = None

    def remove(self, match: Match) -> None:
        """Remove a match, so that its id, its code and its place are free."""
        created = match.created
        self._over.pop(created.id, None)
        del self._matches[created.id]
        del self._ids[created.code]
        self._of_tournaments.pop(created.id, None)
        if created.terms.tournament is not None:
            return
        self._leave(created.id)
        del self._hosted[created.host.id][created.id]
        if not self._hosted[created.host.id]:
            del self._hosted[created.host.id]

    def _join(self, group: str, match: Match) -> None:
        """Count a match for a group, unless it counts for one."""
        if group and match.created.id not in self._groups:
            self._groups[match.created.id] = group
            self._by_group.setdefault(group, {})[match.created.id] = match

    def _leave(self, id: str) -> None:
        group = self._groups.pop(id, None)
        if group is not None:
            del self._by_group[group][id]
            if not self._by_group[group]:
                del self._by_group[group]

    def mark_over(self, match: Match) -> list[str]:
        """Mark a match as over. Return the ids of the matches that are evicted in turn."""
        if match.created.id not in self._matches:
            return []
        self._over[match.created.id] = None
        self._of_tournaments.pop(match.created.id, None)
        evicted = list(islice(self._over, max(0, len(self._over) - self._most_over)))
        for id in evicted:
            self.remove(self._matches[id])
        return evicted


def _game(command: CreateMatch) -> Game | Refusal:
    """Return the game of a command, or a refusal if the match cannot be created."""
    try:
        game = load(command.game, dict(command.options))
        if game.hidden and (open_start := _start_in_the_open(command)):
            return open_start
        position = opening_of(game, command.position, command.opening).position
    except UnknownGame as error:
        return Refusal(Reason.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
    except BadOption as error:
        return Refusal(Reason.BAD_OPTION, str(error), f"`kibitz games {command.game}` lists its options")
    except BadPosition as error:
        return Refusal(Reason.BAD_POSITION, str(error), "leave the position out to start from the beginning")
    except BadOpening as error:
        return Refusal(Reason.BAD_MOVES, str(error), error.hint)
    if position.outcome is not None:
        return Refusal(Reason.BAD_POSITION, "the game is already over in that position", "start from an earlier one")
    needed = len(game.declaration.seats)
    if len(command.seats) != needed:
        sentence = f"{game.name} has {needed} seats, not {len(command.seats)}"
        return Refusal(Reason.BAD_SEATS, sentence, "name one player for each seat")
    if command.terms.rated and (command.position is not None or command.opening):
        sentence = "a rated match starts at the beginning of its game"
        return Refusal(Reason.CANNOT_RATE, sentence, "leave out the position, or play for no rating")
    if command.terms.berserk and not fits_berserk(command.control):
        return Refusal(Reason.NO_BERSERK, NO_BERSERK, "choose such a clock, or play without berserk")
    humans = [player.id for player in command.seats if isinstance(player, Human)]
    alone = len(humans) == len(command.seats) and len(set(humans)) == 1
    if command.terms.rated and alone:
        return Refusal(Reason.CANNOT_RATE, "a rated match needs two players", "leave the rating out to play both sides")
    if game.hidden and alone:
        sentence = f"{game.name} hides something from each player, so one player cannot have both sides"
        return Refusal(Reason.BAD_SEATS, sentence, "leave a seat open, or name an engine for it")
    if not alone and any(isinstance(player, Human) and player.label for player in command.seats):
        sentence = "a side has a name of its own only if you play all sides"
        return Refusal(Reason.BAD_SEATS, sentence, "take all seats, or leave the name out")
    if command.terms.rated and any(isinstance(player, Human) and not player.account for player in command.seats):
        return Refusal(Reason.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
    if command.terms.rated and any(isinstance(player, Engine) and identity(player) is None for player in command.seats):
        sentence = "an engine with seconds has no rating, because its strength depends on the machine"
        return Refusal(Reason.CANNOT_RATE, sentence, "give it a level, depth or nodes: alphabeta:depth=6")
    return game


def _start_in_the_open(command: CreateMatch) -> Refusal | None:
    """Return the refusal of a start that its host would know, in a game with hidden information."""
    sentence = f"a match of {command.game} starts at the beginning, because its host would know what is hidden"
    if command.position is not None:
        return Refusal(Reason.BAD_POSITION, sentence, "leave the position out")
    if command.opening:
        return Refusal(Reason.BAD_MOVES, sentence, "leave the moves out")
    return None


def _created(command: CreateMatch, game: Game) -> MatchCreated:
    humans = any(not player or isinstance(player, Human | Invited) for player in command.seats)
    return MatchCreated(
        id=command.id,
        code=command.code,
        host=command.host,
        game=game.name,
        options=tuple(game.options.items()),
        seats=command.seats,
        control=command.control,
        position=game.written(command.position),
        listed=command.listed,
        autostart=command.autostart,
        # Search info helps the opponent of an engine, so a match with human players shows it only on request. Where
        # something is hidden, it would tell what the engine has seen.
        show_thinking=not game.hidden and (not humans if command.show_thinking is None else command.show_thinking),
        created_at=command.created_at,
        opening=opening_of(game, command.position, command.opening).moves,
        terms=command.terms,
        first_move_s=(command.first_move_s or first_move_s(command.control)) if command.first_moves_free else None,
        engine_pace_s=command.engine_pace_s,
        random_options=command.random_options,
        server_seed=command.server_seed,
        repeatable=command.repeatable,
    )
