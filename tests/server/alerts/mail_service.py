"""A mail server for tests, which keeps what it receives."""

import contextlib
import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from email.message import EmailMessage


class Mailbox:
    """The mails that arrived, with the addresses that refuse them."""

    def __init__(self) -> None:
        self.port = 0
        self.refused: set[str] = set()
        self.refusal = "550 unknown"
        self._mails: list[EmailMessage] = []
        self._arrived = threading.Condition()

    def add(self, text: bytes) -> None:
        """Keep a mail."""
        with self._arrived:
            self._mails.append(email.message_from_bytes(text, policy=email.policy.default))
            self._arrived.notify_all()

    @property
    def count(self) -> int:
        """Number of mails."""
        return len(self._mails)

    def wait(self, count: int, seconds: float = 30.0) -> list[EmailMessage]:
        """Return all mails once there are so many."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self._mails) >= count, seconds)
            return list(self._mails)


@contextlib.contextmanager
def mailbox() -> Iterator[Mailbox]:
    """Run a mail server on a free port of loopback, without TLS as on the own machine."""
    box = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            """Answer the commands of one connection."""
            self._say("220 test")
            to = ""
            while line := self.rfile.readline().decode().strip():
                word = line.split(":")[0].split(" ")[0].upper()
                if word == "RCPT":
                    to = line.partition("<")[2].partition(">")[0]
                    self._say(box.refusal if to in box.refused else "250 ok")
                elif word == "DATA":
                    self._say("354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    text = b"".join(line.removeprefix(b".") if line.startswith(b"..") else line for line in lines)
                    box.add(text)
                    self._say("250 ok")
                elif word == "QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 ok")

        def _say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    box.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
