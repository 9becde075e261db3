"""R1: the recording proxy against nginx's proxy_pass, both in front of the same nginx.

The proxy is alone on one processor; the service behind it shares the other with the load, for both alike. What passes is
kept in memory until the recording ends, so each slice of ours has a recording of its own, which is thrown away.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

from load import wrk
from processes import LOAD_CPU, SERVER_CPU
from servers import Server, nginx
from slices import Series, alternate

if TYPE_CHECKING:
    from run import Bench

CONNECTIONS = 32

# At its best as a proxy of one service: connections to it are kept, nothing is written to disk.
_PROXY = """\
{user}daemon off;
worker_processes 1;
worker_rlimit_nofile 40000;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 20000; }}
http {{
    access_log off;
    tcp_nodelay on;
    keepalive_timeout 1h;
    keepalive_requests 1000000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream service {{ server 127.0.0.1:{upstream}; keepalive 128; keepalive_requests 1000000000; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://service;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}
    }}
}}
"""


def nginx_proxy(binary: str, upstream: int) -> Server:
    def prepare(folder: Path, port: int) -> list[str]:
        (folder / "nginx.conf").write_text(_PROXY.format(folder=folder, port=port, upstream=upstream, user="user root;\n" if os.geteuid() == 0 else ""))
        return [binary, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]

    return Server("nginx proxy_pass", prepare)


def our_proxy(bench: Bench, upstream: int, mode: str) -> Server:
    def prepare(folder: Path, port: int) -> list[str]:
        return [bench.understudy, "proxy", f"http://127.0.0.1:{upstream}", "--port", str(port), "--mode", mode, "-o", str(folder / "recorded.yaml")]

    return Server(f"understudy proxy, {mode}", prepare)


def throw_away(server: Server) -> None:
    """Ends a recording without writing it: that is not what is measured."""
    if server.running and not server.running.has_ended():
        os.kill(server.running.pid, signal.SIGKILL)
        while not server.running.has_ended():
            time.sleep(0.002)
    server.running = None


def one_recording(server: Server, folder: Path) -> tuple[dict[str, float], float]:
    server.start(folder, SERVER_CPU)
    try:
        return wrk(server, folder, CONNECTIONS)
    finally:
        throw_away(server)


def measure_proxy(bench: Bench) -> None:
    bench.say("the recording proxy")
    service = bench.start(nginx(bench.nginx_binary), LOAD_CPU)
    other = bench.start(nginx_proxy(bench.nginx_binary, service.port))
    ours = {mode: our_proxy(bench, service.port, mode) for mode in ("record", "pass-through")}
    works = {server.name: (lambda server=server: one_recording(server, bench.folder)) for server in ours.values()}
    works[other.name] = lambda: wrk(other, bench.folder, CONNECTIONS)
    recording, passing = (server.name for server in ours.values())
    series = alternate(works, 3 if bench.quick else 7, 12 if bench.quick else 120, {recording, other.name})
    bench.show("proxy", series)

    def row(key: str, reach: str, work: str, which: str, figure: str) -> None:
        pair: list[Series] = [series[which], series[other.name]]
        bench.row(key, "x nginx proxy_pass", reach, work, pair, lambda: pair[0].median(figure) / pair[1].median(figure))

    row("R1", ">= 0.5", "requests/s through the recording proxy, HTTP/1.1, 32 connections", recording, "rps")
    row("R1.cpu", "", "CPU time of the proxy for a request, in the same slices", recording, "cpu_us")
    row("R1.pass_through", "", "the same without recording", passing, "rps")
