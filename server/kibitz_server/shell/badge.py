"""What the server knows of a connection besides who plays: where it comes from, by which token, and what it may do."""

from dataclasses import dataclass

from kibitz_server.core.players import Human


@dataclass(slots=True)
class Badge:
    """Of one connection. `session_id` is None for a guest; `since` is in seconds since 1970."""

    token_hash: str
    role: str = "player"
    session_id: str | None = None
    address: str = ""
    client: str = ""
    since: float = 0.0


def identity_data(player: Human, role: str) -> dict[str, object]:
    """An `Identity`."""
    return {"id": player.id, "name": player.name, "account": player.account, "role": role}
