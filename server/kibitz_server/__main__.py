"""The command line of the server. Imports are inside the commands: every worker process imports this file again."""

import sys
from typing import Annotated, NoReturn

import typer

from kibitz_server.operate import admin, db

app = typer.Typer(
    name="kibitz-server",
    help="Host games: matches between people and engines, for players and spectators on any machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

books = typer.Typer(help="Make opening books, and look into them.", no_args_is_help=True)
app.add_typer(books, name="book")
app.add_typer(db.app, name="db")
app.add_typer(admin.app, name="admin")


@app.callback()
def group() -> None:
    """Host games: matches between people and engines, for players and spectators on any machine."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for every network.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 for any free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="SQLite file or SQLAlchemy URL that keeps the matches; :memory: keeps nothing.")
    ] = None,
    slots: Annotated[int | None, typer.Option(help="How many engine searches may run at once.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    tls_cert: Annotated[str | None, typer.Option(help="Certificate (PEM, with its chain) for wss://.")] = None,
    tls_key: Annotated[str | None, typer.Option(help="The certificate's private key (PEM).")] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS/NET", help="A proxy whose word on clients' addresses counts.")
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="A web page that may call.")] = None,
    public_url: Annotated[str | None, typer.Option(help="Where people find this server; its pages may call.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Draw the same lots each time (who moves first, what engines choose): for tests.")
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="PORT", help="Port on loopback for /metrics; `here` opens it to everyone who can connect."
        ),
    ] = None,
    grace: Annotated[
        float | None, typer.Option(help="Seconds that running searches have to finish when told to stop.")
    ] = None,
    limits: Annotated[
        str | None,
        typer.Option(help="off: nobody is counted, for servers of your own. Single ones: docs/operating.md."),
    ] = None,
    exhibitions: Annotated[
        bool | None,
        typer.Option(
            "--exhibitions/--no-exhibitions",
            help="Whether engines play for those who watch TV or the lobby while nothing else is live.",
            show_default=False,
        ),
    ] = None,
    mqtt: Annotated[
        str | None, typer.Option(metavar="URL", help="Publish matches to this broker: mqtt[s]://[user@]host[:port].")
    ] = None,
    mqtt_node: Annotated[str | None, typer.Option(metavar="NAME", help="What this server is called there.")] = None,
    mqtt_tv: Annotated[
        bool | None,
        typer.Option(
            "--mqtt-tv/--no-mqtt-tv", help="Keep something on TV for those who watch there.", show_default=False
        ),
    ] = None,
    until_stdin_closes: Annotated[
        bool, typer.Option("--until-stdin-closes", help="Stop when standard input ends, and not at Ctrl-C.")
    ] = False,
) -> None:
    """Run a server until Ctrl-C."""
    import asyncio

    import structlog

    from kibitz_server import app as composition
    from kibitz_server.operate.config import lift_open_files
    from kibitz_server.settings import BadSettings, Settings
    from kibitz_server.shell import logs
    from kibitz_server.shell.door import BadDoor
    from kibitz_server.shell.listener import PortTaken

    try:
        settings = Settings.read(
            host=host,
            port=port,
            database=database,
            slots=slots,
            log_level=log_level,
            tls_cert=tls_cert,
            tls_key=tls_key,
            trusted_proxy=trusted_proxy or None,
            origin=origin or None,
            public_url=public_url,
            seed=seed,
            metrics=metrics,
            grace=grace,
            limits=limits,
            exhibitions=exhibitions,
            mqtt=mqtt,
            mqtt_node=mqtt_node,
            mqtt_tv=mqtt_tv,
        )
    except BadSettings as error:
        _fail(str(error), "`kibitz-server serve --help` lists the settings", 2)
    logs.set_up(settings.log_level)
    few = lift_open_files(settings)
    if few is not None:
        structlog.get_logger(__name__).warning(few.sentence, hint=few.hint)

    def announce(address: str) -> None:
        print(f"listening on {address}", flush=True)

    try:
        asyncio.run(composition.serve(settings, until_stdin_closes, announce))
    except BadDoor as error:
        _fail(str(error), error.hint, 2)
    except PortTaken as error:
        _fail(str(error), "stop that program, or choose another with --port", 4)
    except OSError as error:
        _fail(f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}", "try --host 127.0.0.1", 4)
    except BadSettings as error:
        _fail(str(error), "`kibitz-server serve --help` lists the settings", 2)
    except composition.DatabaseTrouble as error:
        _fail(f"cannot use the database {settings.shown_database}: {error}", "choose another with --database", 2)


@app.command(
    "check-config",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Takes every option of `kibitz-server serve`. Ends with 2 when something is wrong.",
)
def check_config(context: typer.Context) -> None:
    """Say what the server would be told, and what would go wrong; nothing is started or changed."""
    from typer.core import TyperGroup

    from kibitz_server.operate import config
    from kibitz_server.settings import BadSettings, Settings
    from kibitz_server.shell import logs

    logs.set_up("error")
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    given = group.commands["serve"].make_context("kibitz-server check-config", list(context.args)).params
    try:
        settings = Settings.read(
            **{name: given[name] for name in given if name in Settings.model_fields and given[name] != []}
        )
    except BadSettings as error:
        _fail(str(error), "`kibitz-server serve --help` lists the settings", 2)
    for line in config.shown(settings):
        typer.echo(line)
    found = list(config.findings(settings))
    for finding in found:
        typer.echo(f"{'error' if finding.wrong else 'note'}: {finding.sentence}\nhint: {finding.hint}", err=True)
    if any(finding.wrong for finding in found):
        raise typer.Exit(2)
    typer.echo("a server would start with these settings", err=True)


@app.command()
def warm(
    game: Annotated[list[str] | None, typer.Argument(help="Which games; all of them unless named.")] = None,
    algorithm: Annotated[list[str] | None, typer.Option(help="Which engines; all of them unless named.")] = None,
) -> None:
    """Compile the engines ahead, so that nobody waits for it later. Done once on a machine, and after each update."""
    from kibitz_server.engine.algorithms import UnfitAlgorithm, UnknownAlgorithm
    from kibitz_server.engine.warm import standard
    from kibitz_server.engine.warm import warm as compile_ahead
    from kibitz_server.games.registry import UnknownGame

    if game and algorithm:
        pairs = [(each, name) for name in game for each in algorithm]
    else:
        pairs = [(a, g) for a, g in standard() if (not game or g in game) and (not algorithm or a in algorithm)]
    try:
        compile_ahead(pairs, lambda pair: typer.echo(f"{pair[1]} {pair[0]}"))
    except (UnknownGame, UnknownAlgorithm, UnfitAlgorithm) as error:
        _fail(str(error), "`kibitz games` lists games and engines", 2)


@app.command()
def rules() -> None:
    """Answer positions with their legal moves, side to move, result and board: JSON lines in, JSON lines out.

    A line is {"game", "options", "position", "moves"}; all but the game may be left out.
    """
    from kibitz_server.tools import rules as tool
    from kibitz_server.tools.lines import answer_lines

    _be_a_filter()
    answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.rules)


@app.command()
def analyse() -> None:
    """Search or solve positions: JSON lines in, JSON lines out.

    A line is that of `rules` with {"algorithm", "limit", "all_moves"} added, where a limit is an object of "seconds",
    "depth", "nodes", "playouts" and "seed".
    """
    from kibitz_server.engine.backend import compile_searches
    from kibitz_server.tools import analyse as tool
    from kibitz_server.tools.lines import answer_lines

    _be_a_filter()
    compile_searches()
    answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.analyse)


@app.command()
def explain() -> None:
    """Show the tree of a small search as data: JSON lines in, JSON lines out.

    A line is that of `rules` and {"algorithm": "minimax" or "textbook", "depth"}, or {"tree": [[3, 12], [2, 4]]}.
    """
    from kibitz_server.tools import explain as tool
    from kibitz_server.tools.lines import answer_lines

    _be_a_filter()
    answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.explained)


@app.command()
def perft(
    game: Annotated[str, typer.Argument(help="Which game.")],
    depth: Annotated[int, typer.Option(help="How many plies to count to.")],
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "--options", "-o", metavar="NAME=VALUE", help="Options of the game: columns=5,rows=4."
        ),
    ] = None,
) -> None:
    """Count the move sequences of each length from the start: the check of a game's rules."""
    from kibitz_server.engine.backend import compile_searches
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame
    from kibitz_server.tools import perft as tool

    _be_a_filter()
    compile_searches()
    try:
        tool.perft(game, tool.read_options(option or []), depth, sys.stdout)
    except (UnknownGame, BadOption, tool.BadCount) as error:
        _fail(str(error), "kibitz-server perft connect4 --depth 6 -o columns=5", 2)


@app.command()
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record, as `kibitz watch --json` prints; - for input.")
    ],
    engines: Annotated[bool, typer.Option("--engines", help="Also search again what can be repeated.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Replay a record through the rules and the clocks, and say where it first differs (exit code 1)."""
    from kibitz_server.operate.verifying import check

    _be_a_filter()
    raise typer.Exit(check(file, engines=engines, as_json=as_json, say=typer.echo))


@app.command("check-client")
def check_client(
    game: Annotated[str, typer.Option(help="Which game; one with some twenty moves a side.")] = "reversi",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = 0,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds without a move before it is given up.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="JSON objects, one a line.")] = False,
) -> None:
    """Put a client or bot through drops, restarts, repetitions and news; exit code 1 when it gets lost.

    `kibitz bot check` is the same for servers.
    """
    import asyncio

    from kibitz_server.operate.examine.command import BadGame, examine
    from kibitz_server.shell import logs

    def say(text: str) -> None:
        print(text, flush=True)

    logs.set_up("error")
    try:
        code = asyncio.run(examine(game, host, port, patience, as_json=as_json, say=say))
    except BadGame as error:
        _fail(str(error), error.hint, 2)
    except OSError as error:
        _fail(f"cannot listen on {host}:{port}: {error.strerror or error}", "choose another with --port", 4)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    raise typer.Exit(code)


def _be_a_filter() -> None:
    """Read and write UTF-8, and end at once and without a word when interrupted or no longer read.

    The system's own handlers do that, even while machine code runs, which Python cannot interrupt.
    """
    import io
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")


@books.command("build")
def build_book(
    game: Annotated[str, typer.Argument(help="Which game.")],
    out: Annotated[str, typer.Option(help="The file to write.")],
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, such as size=6.")] = None,
    algorithm: Annotated[str | None, typer.Option(help="What searches; the strongest unless named.")] = None,
    plies: Annotated[int, typer.Option(min=1, max=40, help="How deep the book goes.")] = 5,
    nodes: Annotated[int, typer.Option(min=1, help="What each move's search may spend.")] = 300_000,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="The same in time, in place of nodes.")] = None,
    margin: Annotated[int, typer.Option(min=0, help="How much worse than the best a move may be.")] = 30,
    most: Annotated[int, typer.Option(min=1, help="How many moves of a position are kept at most.")] = 3,
) -> None:
    """Search a game's openings. With nodes and not seconds, the same command makes the same book again."""
    from kibitz_server.engine import backend, book
    from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
    from kibitz_server.engine.limit import Limit
    from kibitz_server.engine.makebook import worth
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame, load

    given = {name: value for name, _, value in (item.partition("=") for item in option or [])}
    try:
        chosen = load(game, given)
        options = "".join(f" --option {name}={value}" for name, value in given.items())
        options += f" --algorithm {algorithm}" if algorithm else ""
        spent = f"--seconds {seconds:g}" if seconds else f"--nodes {nodes}"
        made = f"kibitz-server book build {game}{options} --plies {plies} {spent} --margin {margin} --most {most}"
        score = worth(chosen, Limit(seconds=seconds, seed=1) if seconds else Limit(nodes=nodes, seed=1), algorithm)
        backend.compile_searches()
        built = book.build(
            chosen, made, plies, score, margin, most, lambda ply, count: typer.echo(f"ply {ply}: {count} positions")
        )
        with open(out, "w", encoding="utf-8") as file:
            file.write(book.write(built))
    except (UnknownGame, BadOption, UnknownAlgorithm, UnfitAlgorithm) as error:
        _fail(str(error), "`kibitz games` lists games, their options and engines", 2)
    except OSError as error:
        _fail(f"cannot write {out}: {error.strerror}", "choose another file with --out", 2)
    typer.echo(f"{len(built.positions)} positions in {out}")


@books.command("show")
def show_book(
    source: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A book, or a game that comes with one.")],
    moves: Annotated[list[str] | None, typer.Argument(help="Moves from the start.")] = None,
) -> None:
    """What a book knows at the start, or after some moves."""
    from pathlib import Path

    from kibitz_server.engine import book
    from kibitz_server.games.game import IllegalMove
    from kibitz_server.games.registry import UnknownGame, load

    try:
        path = Path(source)
        found = book.read(path.read_text(encoding="utf-8")) if path.is_file() else book.bundled(load(source))
        if found is None:
            _fail(f"no book comes with {source}", f"`kibitz-server book build {source} --out FILE` makes one", 2)
        typer.echo("\n".join(book.show(found, moves or [])))
    except UnicodeDecodeError:
        _fail(f"{source} is not a book: it is not text", "`kibitz-server book build` makes books", 2)
    except (UnknownGame, IllegalMove, book.BadBook) as error:
        _fail(f"{source}: {error}", "`kibitz-server book show --help`", 2)
    except OSError as error:
        _fail(f"cannot read {source}: {error.strerror}", "name another file", 2)


def _fail(message: str, hint: str, code: int) -> NoReturn:
    typer.echo(f"error: {message}\nhint: {hint}", err=True)
    raise typer.Exit(code)


def main() -> None:
    """Entry point of `kibitz-server`."""
    app()


if __name__ == "__main__":
    main()
