"""`kibitz-server check-mail` with a real mail server."""

import socket
from pathlib import Path

import pytest

from kibitz_server.__main__ import app
from tests.commands import run
from tests.server.alerts.mail_service import mailbox

HOME = "https://games.example.org"


def check(*args: str, **environ: str) -> tuple[int, str]:
    """Return the exit code and the output of the command."""
    done = run(app, "check-mail", *args, env=environ)
    return done.exit_code, done.stdout + done.stderr


@pytest.mark.io
def test_a_trial_mail_arrives_and_a_refusal_is_told() -> None:
    """The mail has the links of the public address, in both languages. Without that address a note says what is off."""
    with mailbox() as box:
        environ = {"KIBITZ_SMTP": f"smtp://127.0.0.1:{box.port}?from=Games%20<games@example.org>"}
        there = f"smtp://127.0.0.1:{box.port} has taken a mail from games@example.org to ann@example.org\n"
        assert check("ann@example.org", "--public-url", HOME, **environ) == (0, there)
        code, output = check("ann@example.org", "--german", **environ)
        assert (code, "note: without a public URL" in output, there in output) == (0, True, True)
        english, german = box.wait(2)
        assert (english["From"], english["To"]) == ("Games <games@example.org>", "ann@example.org")
        assert f"{HOME}/alerts" in english.as_string()
        assert german["Subject"].startswith("Benachrichtigungen")
        box.refused.add("bob@example.org")
        code, output = check("bob@example.org", "--public-url", HOME, **environ)
        assert (code, "the mail server refuses the address" in output) == (1, True)
        for typed in ("ann", "ann@exämple.org"):
            assert check(typed, **environ)[0] == 2
        assert box.count == 2


def test_wrong_settings_have_their_sentence(tmp_path: Path) -> None:
    """No server listens, no mail server is named, its URL is wrong, or its file cannot be read."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    code, output = check("a@b.org", "--smtp", f"smtp://127.0.0.1:{port}?from=a@b.org", "--public-url", HOME)
    assert (code, output.splitlines()[0]) == (
        1,
        f"error: smtp://127.0.0.1:{port} does not take the mail: Connection refused",
    )
    code, output = check("a@b.org")
    assert (code, "the settings name no mail server" in output) == (2, True)
    code, output = check("a@b.org", "--smtp", "mail.example.org")
    assert (code, "smtp://user:password@" in output) == (2, True)
    code, output = check("a@b.org", KIBITZ_SMTP_FILE=str(tmp_path / "none"))
    assert (code, output.splitlines()[0]) == (
        2,
        f"error: setting smtp_file: cannot read {tmp_path / 'none'}: No such file or directory",
    )
