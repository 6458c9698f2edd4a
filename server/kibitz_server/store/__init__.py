"""Where accepted events are kept, and what else must survive the process. Accepted means durable.

`base` says what a store is; `memory` and `sql` are the two there are. `tables` has the tables as they are now,
`migrations` the steps by which older databases get there, `upgrade` takes those steps.
"""

from kibitz_server.store.database import BadDatabase
from kibitz_server.store.interface import Done, Entry, Guest, Store
from kibitz_server.store.memory import MemoryStore
from kibitz_server.store.sql import SqlStore

__all__ = ["BadDatabase", "Done", "Entry", "Guest", "MemoryStore", "SqlStore", "Store"]
