"""Random ids, codes, keys and tokens, and the hashes that the server keeps of secret ones."""

import hashlib
import random
import secrets

from kibitz_protocol.match_codes import ALPHABET, LONG, LOOKALIKES, SHORT, canonical
from kibitz_server.telemetry.redact import TOKEN_PREFIX

ANIMALS = (
    "badger bear beaver bison crane crow deer dingo dove eagle egret elk ermine falcon ferret finch fox gecko goose "
    "hare hawk heron ibis jackal jay kiwi koala lark lemur lion lynx magpie marten mink mole moose moth newt ocelot "
    "orca osprey otter owl panda puffin puma quail rabbit raven robin seal shrew skunk sloth stoat stork swan tapir "
    "tern tiger toad vole walrus weasel wolf wombat wren yak zebra"
).split()


def new_id() -> str:
    """Return a random id of 64 bits."""
    return secrets.token_hex(8)


def id_of(owner: str, command_id: str) -> str:
    """Return the id of the match that a command makes: unique, and the same each time the client sends the command.

    Args:
        owner: The player's id, or the seed of the player's token for an id that other players cannot compute.
        command_id: The id of the command.
    """
    return hashlib.blake2b(f"{owner} {command_id}".encode(), digest_size=8).hexdigest()


def new_code(*, listed: bool) -> str:
    """Return the code of a match, which is a secret unless the lobby lists the match."""
    return canonical("".join(secrets.choice(ALPHABET) for _ in range(SHORT if listed else LONG)))


KEY_LENGTH = 16


def key_of(seed: str, command_id: str) -> str:
    """Return the key of the private match that a command makes, in groups that can be read aloud.

    It has 80 bits, so that a fast hash keeps it secret. It is derived from a seed because the server keeps only its
    hash: when a client sends a command again because the answer was lost, the server can answer with the same key.
    """
    digest = hashlib.blake2b(f"key {seed} {command_id}".encode(), digest_size=KEY_LENGTH).digest()
    text = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest)
    return "-".join(text[i : i + 4] for i in range(0, KEY_LENGTH, 4))


def hash_key(key: str) -> str:
    """Return the hash of a key, in any spelling."""
    return _hash(key.upper().translate(LOOKALIKES))


def new_token() -> str:
    """Return a new token, which authenticates a player. Its prefix marks it as a secret, wherever it appears."""
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash of a token, which the server keeps."""
    return _hash(token)


def seed_of(token: str) -> str:
    """Return the seed of a token: a secret that cannot be computed from the hash that the server keeps."""
    return _hash(f"seed {token}")


def guest_name() -> str:
    """Return a name for a guest who chose none."""
    return f"guest-{random.choice(ANIMALS)}-{random.randrange(10, 100)}"


def _hash(secret: str) -> str:
    # A token has 24 random bytes and a key 10, so a fast hash is enough: a dictionary attack is impossible.
    return hashlib.sha256(secret.encode()).hexdigest()
