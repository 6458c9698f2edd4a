"""Persistence of events, accounts and the archive.

`interface` defines a store; `memory` and `sql` implement it. `tables` has the current tables, and `migrations` has the
steps that bring older databases up to date.
"""

from kibitz_server.store.database import BadDatabase
from kibitz_server.store.interface import Done, Entry, NumberedEvent, Store, StoredEvent, StoredGuest, TournamentEntry
from kibitz_server.store.memory import MemoryStore
from kibitz_server.store.sql import SqlStore

__all__ = [
    "BadDatabase",
    "Done",
    "Entry",
    "MemoryStore",
    "NumberedEvent",
    "SqlStore",
    "Store",
    "StoredEvent",
    "StoredGuest",
    "TournamentEntry",
]
