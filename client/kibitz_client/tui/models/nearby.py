"""Servers of the local network as text, so that the user can tell which machine is about to be joined.

The machine that announces a server chooses its name and its host. So the host comes first in a list, and of a long one
the end is shown, which tells where it leads.
"""

from kibitz_client.columns import cut
from kibitz_client.network.servers.discovery import DiscoveredServer
from kibitz_client.storage.known_servers import is_used
from kibitz_client.tui import strings

PLACE_COLUMNS = 28
NAME_COLUMNS = 40


def question(server: DiscoveredServer) -> str:
    """Return the question whether to join a server that this machine has not used."""
    place = strings.JOIN_ELSEWHERE if server.leads_elsewhere else strings.JOIN_PLACE
    lines = (
        strings.JOIN_NEW.format(name=cut(server.name, NAME_COLUMNS)),
        place.format(place=server.place, machine=server.machine),
        strings.JOIN_OR_PRIVATE,
    )
    return "\n".join(lines)


def row(server: DiscoveredServer) -> str:
    """Return the line of a server in a list: host, name, and whether this machine has not used it."""
    place = server.place if len(server.place) <= PLACE_COLUMNS else f"..{server.place[2 - PLACE_COLUMNS :]}"
    notes = [] if is_used(server.url) else [strings.NEW_SERVER]
    if server.leads_elsewhere:
        notes.append(strings.ANNOUNCED_BY.format(machine=server.machine))
    return "  ".join((place, cut(server.name, NAME_COLUMNS), *notes))
