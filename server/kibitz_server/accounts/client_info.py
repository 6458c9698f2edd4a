"""Client info: address, session, role and software of a connection."""

from dataclasses import dataclass, field, replace
from typing import Self

from kibitz_server.accounts.ids import hash_token, seed_of
from kibitz_server.addresses import address_block
from kibitz_server.core.values.players import Human

RANKS = {"player": 0, "bot": 0, "moderator": 1, "admin": 2}
"""The rights of the roles: a role with a higher rank has those of the lower ones too."""


@dataclass(slots=True)
class ClientInfo:
    """Info about one connection. `session_id` is None for a guest; `since` is in seconds since 1970.

    `owner` is the account that a bot belongs to. `new_guest` says that the player is a guest who was not in the
    database on arrival, and whom this connection has not stored since. `seed` is derived from the token and not stored.
    Values that are derived from it, such as match keys, are the same for the same player after a restart.
    """

    token_hash: str
    role: str = "player"
    session_id: str | None = None
    address: str = ""
    client: str = ""
    since: float = 0.0
    new_guest: bool = False
    seed: str = field(default="", repr=False)
    owner: Human | None = None

    @property
    def block(self) -> str:
        """Address block of the client, which limits count as one address."""
        return address_block(self.address)

    @classmethod
    def of(cls, token: str, role: str = "player", session_id: str | None = None, *, new_guest: bool = False) -> Self:
        """Return the info of a client with this token."""
        return cls(hash_token(token), role, session_id, new_guest=new_guest, seed=seed_of(token))

    def renewed(self, token: str, role: str = "player", session_id: str | None = None) -> Self:
        """Return the info of the same connection with another token."""
        return replace(
            self, token_hash=hash_token(token), role=role, session_id=session_id, seed=seed_of(token), new_guest=False
        )


def identity_data(player: Human, role: str) -> dict[str, object]:
    """Return an `Identity`."""
    return {"id": player.id, "name": player.name, "account": player.account, "role": role}
