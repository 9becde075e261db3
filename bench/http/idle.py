"""What a server costs without load: the memory of idle connections."""

from __future__ import annotations

import resource
import select
import socket
from pathlib import Path

from processes import ALL_CPUS
from servers import Server


def allow_files(count: int) -> None:
    """Raises the limit of open files, which servers started from now on inherit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= count:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))
    except (ValueError, OSError):
        raise RuntimeError(f"the limit of open files is {hard}, and {count} are needed") from None


def kib_per_connection(server: Server, folder: Path, count: int) -> float:
    """Growth of the server's memory by connections that have each made one request and now do nothing."""
    allow_files(count + 500)
    server.start(folder, ALL_CPUS)
    connections: list[socket.socket] = []
    request = f"GET {server.path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    try:
        before = server.running.rss_kib()
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            connections.append(connection)
            connection.sendall(request)
            _read_answer(connection)
        after = server.running.rss_kib()
        waiting = select.poll()
        for connection in connections:
            waiting.register(connection, select.POLLIN | select.POLLRDHUP)
        if closed := len(waiting.poll(0)):
            raise RuntimeError(f"{server.name} closed {closed} of {count} idle connections")
        return (after - before) / count
    finally:
        for connection in connections:
            connection.close()
        server.stop()


def _read_answer(connection: socket.socket) -> None:
    """Reads one answer with a Content-Length to its end."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _receive(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    size = len(body)
    while size < length:
        size += len(_receive(connection))


def _receive(connection: socket.socket) -> bytes:
    part = connection.recv(65536)
    if not part:
        raise RuntimeError("the server closed a connection before its answer was complete")
    return part
