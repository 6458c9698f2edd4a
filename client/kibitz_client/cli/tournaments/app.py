"""The group of commands `kibitz tournament`."""

import typer

from kibitz_client.cli.command import MATCH, WITHOUT_SERVER, command
from kibitz_client.cli.tournaments import create, organise, show
from kibitz_client.cli.tournaments.options import PlayerName

app = typer.Typer(help="Create, follow, enter and organise tournaments.", rich_markup_mode=None)

FILES = ("server", "name", "token_file")
"""The shared options of a command whose `--json` is the form of a file."""

command(app, shared=MATCH, cls=create.CreateCommand, others={"name": PlayerName})(create.create)
command(app, "list")(show.list_all)
for _show in (show.show, show.standings, show.watch, show.crosstable, show.games, show.stats, show.rounds, show.why):
    command(app, shared=MATCH)(_show)
command(app, shared=FILES)(show.export)
command(app, shared=WITHOUT_SERVER)(show.verify)
for _act in organise.ACTIONS:
    command(app)(_act)
command(app, "tie-breaks")(organise.tie_breaks)
