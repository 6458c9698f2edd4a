"""Help of commands whose options are settings: each option shows its environment variable and its default."""

from typing import Any

from typer.core import TyperCommand, TyperOption


class SettingsCommand(TyperCommand):
    """Command whose options are settings of the server. The settings are imported only when the help is shown."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with variable and default behind the text of each option."""
        from kibitz_server.settings import PREFIX, Settings

        for option in self.params:
            field = Settings.model_fields.get(option.name or "")
            if isinstance(option, TyperOption) and field is not None and PREFIX not in (option.help or ""):
                option.help = f"{option.help} ({PREFIX}{str(option.name).upper()}{_default_text(field.default)})"
        super().format_help(ctx, formatter)


def _default_text(default: Any) -> str:
    """Return `; default: 8765`, or nothing for a setting that is off or chosen at the start."""
    if default is None or default == [] or not isinstance(default, str | int | float):
        return ""
    if isinstance(default, bool):
        return f"; default: {'on' if default else 'off'}"
    return f"; default: {default}"
