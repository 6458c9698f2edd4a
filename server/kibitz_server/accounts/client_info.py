"""What the server knows of a connection besides who plays: where it comes from, by which token, and what it may do."""

from dataclasses import dataclass, field
from typing import Self

from kibitz_server.accounts.ids import hash_token, seed_of
from kibitz_server.core.values.players import Human


@dataclass(slots=True)
class ClientInfo:
    """Of one connection. `session_id` is None for a guest; `since` is in seconds since 1970.

    `seed` follows from the token and is kept nowhere: what is drawn by lot from it comes out the same for the same
    player after a restart too.
    """

    token_hash: str
    role: str = "player"
    session_id: str | None = None
    address: str = ""
    client: str = ""
    since: float = 0.0
    seed: str = field(default="", repr=False)

    @classmethod
    def of(cls, token: str, role: str = "player", session_id: str | None = None) -> Self:
        """The badge of who comes with this token."""
        return cls(hash_token(token), role, session_id, seed=seed_of(token))


def identity_data(player: Human, role: str) -> dict[str, object]:
    """An `Identity`."""
    return {"id": player.id, "name": player.name, "account": player.account, "role": role}
