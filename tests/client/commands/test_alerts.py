"""`kibitz alerts` with a real server and a real mail server."""

import json
import re
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from tests.commands import run
from tests.server.alerts.mail_service import mailbox
from tests.server.wire import call
from tests.server_thread import serving

pytestmark = pytest.mark.io


async def test_an_address_from_beginning_to_end(tmp_path: Path) -> None:
    """An address is added, confirmed by the link of its mail, tried, changed and removed."""
    with mailbox() as box:
        smtp = f"smtp://127.0.0.1:{box.port}?from=games@example.org"
        with serving(smtp=smtp, public_url="https://games.example.org") as server:
            environ = {"XDG_STATE_HOME": str(tmp_path), "KIBITZ_SERVER": server, "NO_COLOR": "1"}

            def alerts(*args: str, code: int = 0) -> str:
                done = run(app, "alerts", *args, env=environ, name="kibitz")
                assert done.exit_code == code, done.output
                return done.stdout + done.stderr

            assert "the server offers Web Push and e-mail\nalerts go nowhere\n" in alerts("show")
            assert "'ann' is not an e-mail address" in alerts("mail", "ann", code=2)
            assert "open the link in the mail to ann@example.org" in alerts("mail", "ann@example.org")
            [channel] = json.loads(alerts("show", "--json"))["channels"]
            id = channel["channel"]
            assert "the address is not confirmed yet" in alerts("try", id, code=3)
            part = box.wait(1)[0].get_body(("plain",))
            assert part is not None
            found = re.search(r"/alerts/confirm#([\w-]+)", part.get_content())
            assert found is not None
            other = await call(server)
            assert (await other.ask("alerts", do={"kind": "confirm", "token": found[1]})).t == "accepted"
            await other.socket.close()
            assert "ann@example.org gets alerts already" in alerts("mail", "ann@example.org")
            assert "a trial message is on its way" in alerts("try", id)
            assert box.wait(2)[1]["Subject"].startswith("Alerts work")
            assert "changed" in (said := alerts("choose", id, "turn", "round"))
            assert "ann@example.org  turn, round" in said
            assert "'tomorrow' is not one of" in alerts("choose", id, "tomorrow", code=2)
            for words in (("choose", "zz", "turn"), ("try", "zz"), ("remove", "zz")):
                assert "there is no such address for alerts" in alerts(*words, code=3)
            assert "address removed\n" in alerts("remove", id)
            assert "all addresses removed\n" in alerts("remove")


def test_a_server_that_sends_nothing_says_so(tmp_path: Path) -> None:
    """Without a mail server and Web Push there is nothing to switch on."""
    with serving(push=False) as server:
        environ = {"XDG_STATE_HOME": str(tmp_path), "KIBITZ_SERVER": server}
        shown = run(app, "alerts", "show", env=environ, name="kibitz")
        asked = run(app, "alerts", "mail", "ann@example.org", env=environ, name="kibitz")
    assert (shown.exit_code, shown.stdout) == (0, "the server offers no alerts\nalerts go nowhere\n")
    assert (asked.exit_code, "this server sends no e-mail" in asked.stderr) == (3, True)
