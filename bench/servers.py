"""A server under measurement: how it is started, where it answers, and what it costs to start it. Ours and nginx."""

from __future__ import annotations

import http.client
import json
import os
import shlex
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from processes import ALL_CPUS, LOAD_CPU, Running, free_port, spawn

ANSWER_BYTES = 682
START_SECONDS = 60.0


def answer() -> bytes:
    """One object as a payment service would answer it, filled up to the size that all figures speak of."""
    value = {
        "id": "ch_0000000000000001", "object": "charge", "amount": 2000, "amount_captured": 2000, "amount_refunded": 0,
        "balance_transaction": "txn_0000000000000001", "captured": True, "created": 1700000000, "currency": "eur",
        "customer": "cus_0000000000000001", "description": "", "disputed": False, "invoice": None, "livemode": False,
        "metadata": {"order": "4711", "channel": "web"}, "outcome": {"network_status": "approved_by_network",
        "risk_level": "normal", "type": "authorized"}, "paid": True, "payment_intent": "pi_0000000000000001",
        "payment_method": "pm_0000000000000001", "receipt_email": None, "refunded": False, "status": "succeeded",
    }
    value["description"] = "d" * (ANSWER_BYTES - len(json.dumps(value, separators=(",", ":"))))
    return json.dumps(value, separators=(",", ":")).encode()


@dataclass
class Server:
    name: str
    prepare: Callable[[Path, int], list[str]]  # writes what it needs into the folder, for a port; the command
    path: str = "/answer.json"
    headers: dict[str, str] = field(default_factory=dict)
    patience: float = 0.0  # seconds between two looks whether a slow one is there: it needs the processor itself
    warm_up: int = 1  # slices until it is as fast as it gets
    running: Running | None = None
    port: int = 0
    served: int = 0

    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    def start(self, folder: Path, cpus: set[int]) -> float:
        """Seconds from the start of the process to its first 200."""
        home = folder / self.name.replace(" ", "-")
        home.mkdir(exist_ok=True)
        self.port = free_port()
        words = self.prepare(home, self.port)
        begin = time.perf_counter()
        self.running = Running(spawn(words, cpus, home, home / "server.log"), home / "server.log")
        os.sched_setaffinity(0, LOAD_CPU)
        try:
            while not self._answers():
                if self.running.has_ended():
                    raise RuntimeError(f"{self.name} ended at once: {self.running.last_words()}")
                if time.perf_counter() - begin > START_SECONDS:
                    raise RuntimeError(f"{self.name} gave no 200 within {START_SECONDS:.0f} s: {self.running.last_words()}")
                if self.patience:
                    time.sleep(self.patience)
            return time.perf_counter() - begin
        except RuntimeError:
            self.stop()
            raise
        finally:
            os.sched_setaffinity(0, ALL_CPUS)

    def stop(self) -> None:
        if self.running:
            self.running.stop()
            self.running = None

    def body_bytes(self) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request("GET", self.path, headers=self.headers)
        size = len(connection.getresponse().read())
        connection.close()
        return size

    def _request(self) -> bytes:
        lines = [f"GET {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(self._request())
                return connection.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def ours(command: str) -> Server:
    """`command` with {port} and {answer} in it: the release binary, as it is shipped."""

    def prepare(folder: Path, port: int) -> list[str]:
        (folder / "answer.json").write_bytes(answer())
        return [word.format(port=port, answer=folder / "answer.json") for word in shlex.split(command)]

    return Server("understudy", prepare)


# At its best for one small file: the file stays open, and without sendfile head and body leave in one write.
_NGINX = """\
{user}daemon off;
worker_processes {workers};
worker_rlimit_nofile 40000;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 20000; }}
http {{
    access_log off;
    types {{ application/json json; }}
    sendfile off;
    tcp_nodelay on;
    etag off;
    max_ranges 0;
    keepalive_timeout 1h;
    keepalive_requests 1000000000;
    open_file_cache max=16 inactive=1h;
    open_file_cache_valid 1h;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    root {folder};
    server {{ listen 127.0.0.1:{port}; }}
    {http2}
}}
"""


def nginx(binary: str, workers: int = 1, http2_port: int = 0, content: bytes | None = None) -> Server:
    """`content` is what its one file holds; the usual answer if nothing is said."""

    def prepare(folder: Path, port: int) -> list[str]:
        (folder / "answer.json").write_bytes(answer() if content is None else content)
        (folder / "nginx.conf").write_text(_NGINX.format(
            folder=folder, port=port, workers=workers, user="user root;\n" if os.geteuid() == 0 else "",
            http2=f"server {{ listen 127.0.0.1:{http2_port} http2; }}" if http2_port else "",
        ))
        return [binary, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]

    return Server("nginx", prepare)
