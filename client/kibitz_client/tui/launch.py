"""Whether the app is to run, and running it. Textual is imported here and not before."""

import asyncio
import os
import sys
from dataclasses import replace

import typer

from kibitz_client.settings import Settings
from kibitz_client.storage.files import preferences_path
from kibitz_client.storage.preferences import Preferences, load
from kibitz_client.tui import strings


def on_a_terminal() -> bool:
    """Whether somebody sits at both ends. Textual draws on standard error and checks nothing by itself."""
    try:
        return (
            all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) and os.environ.get("TERM") != "dumb"
        )
    except ValueError:
        return False


def launch(settings: Settings, *, ascii_only: bool = False, theme: str | None = None) -> int:
    """Run the app until it is left; gives the exit code."""
    if os.environ.get("SSH_TTY"):
        # Animations are no use over a slow line.
        os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from kibitz_client.tui import themes
    from kibitz_client.tui.app import KibitzApp

    path = preferences_path()
    prefs = load(path)
    if theme or os.environ.get("NO_COLOR"):
        prefs = replace(prefs, theme=theme or themes.MONO.name)
    if ascii_only:
        prefs = replace(prefs, ascii_only=True)
    app = KibitzApp(_last_used(settings, prefs), prefs=prefs, keep_in=path)

    async def run() -> None:
        try:
            await app.run_async()
        finally:
            await app.hub_ended()

    asyncio.run(run())
    for line in app.session.farewell() if app.session is not None else []:
        typer.echo(line)
    if app.failed is not None:
        hint = f"\nhint: {app.failed.hint}" if app.failed.hint else ""
        typer.echo(f"error: {app.failed}{hint}", err=True)
    return app.return_code or 0


def _last_used(settings: Settings, prefs: Preferences) -> Settings:
    """Unless a server was named, the one that was used last."""
    return settings if settings.chosen or not prefs.server else replace(settings, server=prefs.server)


def line_mode_help() -> None:
    """What to do where there is no terminal."""
    typer.echo(strings.LINE_MODE)
