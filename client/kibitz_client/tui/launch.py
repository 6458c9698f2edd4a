"""Start the app. Textual is imported here and not before, so that other commands start fast."""

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
    """Return whether all standard streams are a capable terminal. Textual draws on standard error without a check."""
    try:
        return (
            all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) and os.environ.get("TERM") != "dumb"
        )
    except ValueError:
        return False


def launch(settings: Settings, *, ascii_only: bool = False, theme: str | None = None) -> int:
    """Run the app until the user quits. Return the exit code."""
    if os.environ.get("SSH_TTY"):
        # Animations are too slow over a remote connection.
        os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from kibitz_client.tui import themes
    from kibitz_client.tui.app import KibitzApp
    from kibitz_client.tui.hang_up import end_with_terminal

    path = preferences_path()
    preferences = load(path)
    if theme or os.environ.get("NO_COLOR"):
        preferences = replace(preferences, theme=theme or themes.MONO.name)
    if ascii_only:
        preferences = replace(preferences, ascii_only=True)
    app = KibitzApp(_last_used(settings, preferences), preferences=preferences, preferences_path=path)

    async def run() -> None:
        try:
            await app.run_async()
        finally:
            await app.close_session()

    end_with_terminal(*{stream.fileno() for stream in (sys.stdin, sys.stdout, sys.stderr)})
    asyncio.run(run())
    for line in app.session.exit_message() if app.session is not None else []:
        typer.echo(line)
    if app.failure is not None:
        typer.echo("error: " + "\n".join(app.failure.lines), err=True)
    return app.return_code or 0


def _last_used(settings: Settings, preferences: Preferences) -> Settings:
    """Return settings with the server that was used last, unless a server was named."""
    return settings if settings.chosen or not preferences.server else replace(settings, server=preferences.server)


def line_mode_help() -> None:
    """Print how to use the line mode, for output that is not a terminal."""
    typer.echo(strings.LINE_MODE)
