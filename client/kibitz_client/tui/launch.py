"""Start the app. Textual is imported here and not before, so that other commands start fast."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

from kibitz_client.errors import ClientError
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


def open_app(
    server: str | None = None,
    name: str | None = None,
    token_file: Path | None = None,
    *,
    plain: bool = False,
    ascii_only: bool = False,
) -> int:
    """Run the app, or without a terminal show the commands of line mode. Return the exit code."""
    if plain or not on_a_terminal():
        print(strings.LINE_MODE)
        return 0
    try:
        settings = Settings.read(os.environ, server, name, token_file, json=False)
    except ClientError as error:
        _print_failure(error)
        return error.exit_code
    return launch(settings, ascii_only=ascii_only)


def launch(settings: Settings, *, ascii_only: bool = False, theme: str | None = None) -> int:
    """Run the app until the user quits. Return the exit code."""
    if os.environ.get("SSH_TTY"):
        # Animations are too slow over a remote connection.
        os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    from kibitz_client.terminal.ending import ending_in_order
    from kibitz_client.tui import themes
    from kibitz_client.tui.app import KibitzApp
    from kibitz_client.tui.hang_up import RESTORE, continuing, end_with_terminal

    path = preferences_path()
    preferences = saved = load(path)
    if theme or os.environ.get("NO_COLOR"):
        preferences = replace(preferences, theme=theme or themes.MONO.name)
    if ascii_only:
        preferences = replace(preferences, ascii_only=True)
    app = KibitzApp(
        _last_used(settings, preferences), preferences=preferences, preferences_path=path, saved_preferences=saved
    )
    app.driver_class = continuing(app.driver_class)

    async def run() -> int | None:
        loop = asyncio.get_running_loop()

        def leave(code: int) -> None:
            loop.call_soon_threadsafe(app.exit, None, code)

        with ending_in_order(leave, RESTORE, ("SIGTERM", "SIGHUP", "SIGINT")) as end:
            try:
                await app.run_async()
            finally:
                await app.close_session()
        return end.code

    end_with_terminal(*{stream.fileno() for stream in (sys.stdin, sys.stdout, sys.stderr)})
    ended_by_signal = asyncio.run(run())
    for line in app.session.exit_message() if app.session is not None else []:
        print(line)
    if app.failure is not None:
        _print_failure(app.failure)
    return ended_by_signal or app.return_code or 0


def _last_used(settings: Settings, preferences: Preferences) -> Settings:
    """Return settings with the server that was used last, unless a server was named."""
    return settings if settings.chosen or not preferences.server else replace(settings, server=preferences.server)


def _print_failure(error: ClientError) -> None:
    print("error: " + "\n".join(error.lines), file=sys.stderr)
