"""Ids, codes, keys and tokens, drawn by lot, and what is kept of those that are secret."""

import hashlib
import random
import secrets

from kibitz_server.core.lobby.registry import LOOKALIKES
from kibitz_server.telemetry.redact import TOKEN_PREFIX

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


def id_of(owner: str, command_id: str) -> str:
    """The id of the match that a command makes: the same each time the command is sent, and unlike all others.

    `owner` is the player's id or, for an id that nobody can guess, the seed of their token.
    """
    return hashlib.blake2b(f"{owner} {command_id}".encode(), digest_size=8).hexdigest()


def new_code() -> str:
    """A code short enough to say aloud, in Crockford's base 32 (which knows no I, L, O or U)."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(CODE_LENGTH))


KEY_LENGTH = 16


def key_of(seed: str, command_id: str) -> str:
    """The key of the private match that a command makes, in groups that can be read aloud.

    80 bits, so that a fast hash keeps it secret. It comes out of a seed because only its hash is kept: when a command
    is sent again of which the answer was lost, its key can still be told.
    """
    drawn = hashlib.blake2b(f"key {seed} {command_id}".encode(), digest_size=KEY_LENGTH).digest()
    letters = "".join(CROCKFORD[byte % len(CROCKFORD)] for byte in drawn)
    return "-".join(letters[i : i + 4] for i in range(0, KEY_LENGTH, 4))


def hash_key(key: str) -> str:
    """What is kept of a key, however it is written."""
    return _hash(key.upper().translate(LOOKALIKES))


def new_token() -> str:
    """A secret that shows who somebody is; its beginning shows what it is, wherever it turns up."""
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return _hash(token)


def seed_of(token: str) -> str:
    """A secret for as long as its bearer is here. It cannot be told from the hash that is kept."""
    return _hash(f"seed {token}")


def guest_name() -> str:
    """A name for someone who brought none."""
    return f"guest-{random.choice(ANIMALS)}-{random.randrange(10, 100)}"


def _hash(secret: str) -> str:
    # A token is 24 random bytes and a key 10, so a fast hash is enough: there is no dictionary to try.
    return hashlib.sha256(secret.encode()).hexdigest()
