"""Who is who: guests, known again by a secret token of which only a hash is kept."""

import hashlib
import random
import secrets
import time

from kibitz_server.core.hall import LOOKALIKES
from kibitz_server.core.players import Human
from kibitz_server.shell.store import Guest, Store

ANIMALS = (
    "badger bear beaver bison crane crow deer dingo dove eagle egret elk ermine falcon ferret finch fox gecko goose "
    "hare hawk heron ibis jackal jay kiwi koala lark lemur lion lynx magpie marten mink mole moose moth newt ocelot "
    "orca osprey otter owl panda puffin puma quail rabbit raven robin seal shrew skunk sloth stoat stork swan tapir "
    "tern tiger toad vole walrus weasel wolf wombat wren yak zebra"
).split()

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(8)


def new_code() -> str:
    """A code short enough to say aloud, in Crockford's base 32 (which knows no I, L, O or U)."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH))


KEY_LENGTH = 16


def new_key() -> str:
    """The key of a private match, in groups that can be read aloud: 80 bits, so that a fast hash keeps it secret."""
    letters = "".join(secrets.choice(CROCKFORD) for _ in range(KEY_LENGTH))
    return "-".join(letters[i : i + 4] for i in range(0, KEY_LENGTH, 4))


def hash_key(match_id: str, key: str) -> str:
    """What is kept of a key. However it is written, it is the same; in another match it is another."""
    return _hash(f"{match_id} {key.upper().translate(LOOKALIKES)}")


class Guests:
    """Makes guests and knows them again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def arrive(self, name: str | None) -> tuple[Human, str]:
        """A new guest, and the token that is theirs; it is told to nobody else and kept nowhere."""
        token = secrets.token_urlsafe(24)
        guest = Human(new_id(), name or f"guest-{random.choice(ANIMALS)}-{random.randrange(10, 100)}")
        self._store.save_guest(Guest(guest.id, guest.name, _hash(token), time.time()))
        return guest, token

    def known(self, token: str) -> Human | None:
        """The guest that a token belongs to."""
        guest = self._store.find_guest(_hash(token))
        return Human(guest.id, guest.name) if guest else None


def _hash(token: str) -> str:
    # A token is 24 random bytes, so a fast hash is enough: there is no dictionary to try.
    return hashlib.sha256(token.encode()).hexdigest()
