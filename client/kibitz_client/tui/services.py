"""What screens and the command palette may ask of the app.

Screens import these protocols, never the app or its actions, so that both can import screens. `KibitzScreen.services`
gives the implementation. Nothing here imports the protocol's models at run time, because the lobby is drawn before they
load.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kibitz_client.storage.preferences import Preferences

if TYPE_CHECKING:
    from kibitz_client.parsing.arguments import ExplainRequest
    from kibitz_client.tui.session import AppSession
    from kibitz_protocol.commands.accounts import SessionView
    from kibitz_protocol.to_server import Create
    from kibitz_protocol.tournaments.commands import CreateTournament
    from kibitz_protocol.values.games import GameInfo
    from kibitz_protocol.values.matches import PlaceView


@dataclass(frozen=True, slots=True)
class PaletteAction:
    """An entry of the command palette: its title, other words that find it, what it runs, its key, a description."""

    title: str
    keywords: str
    run: Callable[[], Any]
    key: str = ""
    description: str = ""

    @property
    def help(self) -> str:
        """The second line of the entry: the key, and what it does."""
        return "  ".join(filter(None, (self.key, self.description)))


class MatchServices(Protocol):
    """Enter, create, find and follow matches."""

    def open(self, reference: str, *, join: bool) -> None:
        """Open a match by id, code, address or `tv`: take a seat in it, or watch it."""

    def create(self, command: "Create") -> None:
        """Create a match and open it; show a refusal."""

    async def create_and_open(self, command: "Create") -> None:
        """Create a match and open it.

        Raises:
            ClientError: The server refused the command or cannot be reached.
        """

    def quick_play(self, id: str) -> None:
        """Play or watch by a quick-play entry of the lobby, without further questions."""

    def stop_seeking(self, seek: str | None = None) -> None:
        """Stop looking for an opponent: end one seek, or all, also those of our other clients."""

    def follow(self, match: str, refused: Callable[[str], None], *, preview: bool = False) -> None:
        """Follow a match for a screen that shows it, as a spectator unless it is a `preview`.

        Call `refused` with the match if the server refuses.
        """

    def unfollow(self, match: str) -> None:
        """Stop following a match, unless a screen shows it or the user plays in it."""


class TournamentServices(Protocol):
    """Create, open and follow tournaments, and lead to their games and back."""

    def new(self) -> None:
        """Open the form for a new tournament."""

    def open(self, reference: str) -> None:
        """Open a tournament by its id, code or address; show a refusal."""

    async def create_and_open(self, do: "CreateTournament") -> None:
        """Create a tournament and open it in place of the form.

        Raises:
            ClientError: The server refused the command or cannot be reached.
        """

    def unfollow(self, id: str) -> None:
        """Stop following a tournament, unless another screen shows it."""

    def open_game(self, match: str) -> None:
        """Watch a game, or play it, above the screen of its tournament; show a refusal."""

    def return_from(self, place: "PlaceView") -> None:
        """Close a finished game, and show its tournament."""


class NavigationServices(Protocol):
    """Open the screens above the lobby."""

    def new_match(self, game: str | None = None) -> None:
        """Open the form for a new match, with a game chosen if one is given."""

    def show_match(self, match: str) -> None:
        """Show a followed match, or return to the screen that already shows it."""

    def show_grid(self, first: str | None) -> None:
        """Show four live matches at once; `first` is on the first board."""

    def show_series(self, match: str) -> None:
        """Show the score table of the series that a match belongs to."""

    def replay(self, match: str, *, live: bool = False, analyse: bool = False) -> None:
        """Replay a match from its start; a `live` one begins at its last ply. Start its analysis on request."""

    def analysis_board(self) -> None:
        """Ask what to put on an analysis board, and open it."""

    def analyse_record(self, messages: Sequence[Any], ply: int) -> None:
        """Open the record of a finished match on an analysis board, at a ply. Show a refusal."""

    def puzzles(self) -> None:
        """Show puzzles of any game."""

    def explain(self, request: "ExplainRequest | None") -> None:
        """Show the search tree of a request, or an empty prompt for one."""

    def preferences(self) -> None:
        """Open the settings."""

    def help(self) -> None:
        """Open the help at the section of the current screen."""

    def rules(self, game: "GameInfo", options: Mapping[str, Any] | None = None) -> None:
        """Show the rules of a game, with a picture of its initial board with these options."""

    def ratings(self) -> None:
        """Show the best players of each game."""

    def profile(self, player: str | None) -> None:
        """Show ratings and matches of a player; None is the user."""


class AccountServices(Protocol):
    """Register, log in and out. Each raises `ClientError` if the server refuses or a file cannot be written."""

    async def register(self, name: str, password: str) -> None:
        """Turn the guest into an account, and save its token."""

    async def login(self, name: str, password: str) -> None:
        """Connect as the player of an account, and save its token. Every screen above the lobby closes."""

    async def logout(self) -> None:
        """Revoke the token of this device, and connect as a guest. Every screen above the lobby closes."""

    async def rename(self, name: str) -> None:
        """Change the name of a guest."""

    async def change_password(self, old: str, new: str) -> None:
        """Change the password, which logs out all other devices."""

    async def devices(self) -> "list[SessionView]":
        """Return the devices that are logged in to the account."""

    async def log_out_device(self, session: str | None) -> None:
        """Log out another device, or with None all other ones."""


class SharingServices(Protocol):
    """Share the match that the current screen shows or highlights."""

    def invite(self) -> None:
        """Show how other players join or watch the match."""

    def copy(self, what: str = "") -> None:
        """Copy a text of the match to the clipboard; ask which one if `what` is empty."""

    def copy_text(self, text: str, name: str) -> None:
        """Copy a text to the clipboard and confirm it by `name`."""


class PreferenceServices(Protocol):
    """Read and change the preferences."""

    @property
    def current(self) -> Preferences:
        """The preferences in effect."""

    def apply(self, preferences: Preferences) -> str:
        """Apply and save preferences. Return why saving failed, or an empty string."""

    def change(self, **changes: Any) -> None:
        """Apply and save some preferences, and show whether they were saved."""


class Services(Protocol):
    """Services of the app."""

    @property
    def session(self) -> "AppSession | None":
        """The session with the server; None before the first frame."""

    @property
    def matches(self) -> MatchServices: ...

    @property
    def tournaments(self) -> TournamentServices: ...

    @property
    def navigation(self) -> NavigationServices: ...

    @property
    def sharing(self) -> SharingServices: ...

    @property
    def preferences(self) -> PreferenceServices: ...

    @property
    def accounts(self) -> AccountServices: ...

    def start(self, work: Awaitable[object]) -> None:
        """Run a request in the background, even after the screen closes. Show a refusal."""

    async def report_errors(self, work: Awaitable[object]) -> None:
        """Run a request and show a refusal on the current screen."""

    def alert(self, text: str) -> None:
        """Ring the bell and send a desktop notification, as far as the preferences allow."""
