"""A server with accounts, devices and ratings, for tests of the screens about players."""

from itertools import pairwise
from typing import Any

from kibitz_protocol.commands.accounts import Identified, Identity, Sessions, SessionView, SignedIn
from kibitz_protocol.commands.archive import RatingList, RatingRow, RatingStep
from kibitz_protocol.refusals import Code
from tests.client.tui.recorded_match import answer as answer_record
from tests.fakes.client import refused

PASSWORD = "correct horse"
DAY_S = 86_400.0


class Accounts:
    """Answers the commands of accounts and ratings. The password of every account is `PASSWORD`."""

    def __init__(self) -> None:
        self.devices = [
            SessionView(session="s1", label="kibitz", created_at=0.0, seen_at=60.0, connections=1, current=True),
            SessionView(session="s2", label="laptop", created_at=0.0, seen_at=30.0, connections=0, current=False),
        ]

    def answer(self, command: Any) -> Any:
        """Answer a command; None for one that is not of accounts or ratings."""
        match command.t:
            case "register" if command.name == "mia":
                return refused(Code.NAME_TAKEN, "the name mia is taken", "choose another one")
            case "register":
                return Identified(you=Identity(id="u1", name=command.name, account=True))
            case "rename":
                return Identified(you=Identity(id="u1", name=command.name))
            case "login" if command.password != PASSWORD:
                return refused(Code.WRONG_PASSWORD, "name or password is wrong")
            case "login":
                you = Identity(id="u2", name=command.name, account=True)
                return SignedIn(you=you, session="s1", token="token-of-an-account")
            case "change_password" if command.old != PASSWORD:
                return refused(Code.WRONG_PASSWORD, "the old password is wrong")
            case "sessions":
                return Sessions(sessions=self.devices)
            case "revoke":
                kept = [device for device in self.devices if device.current]
                self.devices = (
                    kept
                    if command.session is None
                    else [device for device in self.devices if device.session != command.session]
                )
                return None
            case "ratings" if command.player is not None:
                return RatingList(ratings=ratings(command.player), history=history())
            case "ratings":
                lucky = ratings("pia", 1890)[0].model_copy(update={"deviation": 310, "engines_only": True})
                return RatingList(ratings=[*ratings("mia", 1650), *ratings("otter"), lucky], history=[])
        return answer_record(command)


def ratings(player: str, rating: int = 1560) -> list[RatingRow]:
    """Return the rating of a player at tic-tac-toe."""
    return [RatingRow(player=player, game="tictactoe", rating=rating, deviation=80, matches=4, opponents=3)]


def history() -> list[RatingStep]:
    """Return the changes of a rating on four days, the newest first."""
    values = (1500, 1580, 1530, 1600, 1560)
    steps = [
        RatingStep(match=f"m{day}", game="tictactoe", at=day * DAY_S, before=before, after=after, deviation=80)
        for day, (before, after) in enumerate(pairwise(values), 1)
    ]
    return steps[::-1]
