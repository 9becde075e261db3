"""The forward proxy: absolute targets, CONNECT with our own authority, and only to where it may go."""

from __future__ import annotations

import subprocess

from ground import Client, Ground, Process, ask, body_of, expect, expect_equal, pairs, without_hops
from secure import SecureService
from service import Service


def curl(ground: Ground, *words: str) -> subprocess.CompletedProcess:
    return ground.run("curl", "-sS", "--noproxy", "", "--max-time", "20", *words)


def plain(ground: Ground) -> None:
    with Service() as service:
        direct = curl(ground, "-i", f"{service.url}/json")
        proxy = ground.proxy("--forward", "--allow", "127.0.0.1", "-o", "plain.jsonl")
        through = curl(ground, "-i", "-x", proxy.url, f"{service.url}/json")
        expect_equal((through.returncode, through.stdout), (0, direct.stdout), "curl through the proxy")
        said = proxy.stop()
        for hint in (f"HTTP_PROXY={proxy.url}", f"HTTPS_PROXY={proxy.url}", "SSL_CERT_FILE=", "NODE_EXTRA_CA_CERTS="):
            expect(hint in said, f"no hint {hint} in {said}")
        [call] = ground.exchanges("plain.jsonl")
        expect_equal((call["input"]["scheme"], call["input"]["host"], call["input"]["path"]), ("http", f"127.0.0.1:{service.port}", "/json"), "the recorded target")
        expect(("Proxy-Connection", "Keep-Alive") in pairs(call["input"]["headers"]), "recorded as it was sent")
        expect_equal(service.seen[-1].header("proxy-connection"), "", "but not passed on")


def inside_tls(ground: Ground) -> None:
    """HTTPS through CONNECT in HTTP/1.1 and HTTP/2; the service's certificate is checked with --trust."""
    with SecureService(ground) as service:
        proxy = ground.proxy("--forward", "--allow", "localhost", "--trust", str(service.authority), "-o", "tls.jsonl")
        for version in ("--http1.1", "--http2"):
            direct = curl(ground, "-i", version, "--cacert", str(service.authority), f"{service.url}/things?limit=2")
            through = curl(ground, "-i", version, "-x", proxy.url, "--suppress-connect-headers", "--cacert", proxy.ready["ca"], f"{service.url}/things?limit=2")
            expect_equal((through.returncode, without_hops(through.stdout)), (0, without_hops(direct.stdout)), f"curl {version} through the proxy: {through.stderr.decode()}")
        proxy.stop()
        one, two = ground.exchanges("tls.jsonl")
        expect_equal([one["input"]["protocol"], two["input"]["protocol"]], ["http/1.1", "h2"], "protocols")
        for call in (one, two):
            expect_equal((call["input"]["scheme"], call["input"]["host"], call["output"]["status"]), ("https", f"localhost:{service.port}", 200), "the recorded call")


def untrusted(ground: Ground) -> None:
    """A certificate that nobody vouches for is never accepted."""
    with SecureService(ground) as service:
        proxy = ground.proxy(f"https://localhost:{service.port}", "-o", "untrusted.jsonl")
        answer = ask(proxy.url, "GET", "/things")
        expect_equal(answer.status, "502 Bad Gateway", "the answer")
        expect(b"io.certificate_refused" in answer.body, answer.body.decode())
        said = proxy.stop()
        expect("is not trusted" in said, said)
        [call] = ground.exchanges("untrusted.jsonl")
        expect_equal(call["output"]["error"], "tls", "the recorded error")


def refused(proxy: Process, target: str, method: str = "GET") -> str:
    client = Client(proxy.port)
    client.request(method, target, host=target.split("/")[2] if "//" in target else target.strip("/"))
    answer = client.answer()
    return f"{answer.status[:3]} {answer.body.decode().split(chr(34) + 'code' + chr(34) + ': ' + chr(34))[1].split(chr(34))[0]}"


def only_where_allowed(ground: Ground) -> None:
    with Service() as service:
        proxy = ground.proxy("--forward", "--allow", "allowed.localhost", "--allow", "*.svc.test:8443", "-o", "x.jsonl")
        expect_equal(ask(proxy.url, "GET", f"http://allowed.localhost:{service.port}/json", host="x").status, "200 OK", "what is allowed")
        for target, method, wanted in [
            (f"http://127.0.0.1:{service.port}/json", "GET", "403 relay.not_allowed"),
            ("http://evil.example.test/", "GET", "403 relay.not_allowed"),
            ("evil.example.test:443", "CONNECT", "403 relay.not_allowed"),
            ("a.svc.test:443", "CONNECT", "403 relay.not_allowed"),
            ("http://169.254.169.254/latest/meta-data/", "GET", "403 relay.not_allowed"),
            ("http://[fe80::1]/", "GET", "403 relay.not_allowed"),
            (f"http://allowed.localhost:{proxy.port}/", "GET", "508 relay.leads_back"),
            ("/json", "GET", "400 relay.not_as_proxy"),
        ]:
            expect_equal(refused(proxy, target, method), wanted, f"{method} {target}")
        said = proxy.stop()
        expect_equal(len(ground.exchanges("x.jsonl")), 1, "recorded calls")
        expect(said.count('"evil.example.test" may not be reached') == 1 and "--allow evil.example.test" in said, f"each host is told once: {said}")
        expect_equal(len(service.seen), 1, "calls that reached the service")


def redirects_are_the_programs(ground: Ground) -> None:
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "moved.jsonl")
        answer = ask(proxy.url, "GET", "/moved")
        expect_equal((answer.status, dict(answer.fields)["Location"]), ("302 Found", "https://elsewhere.example.test/next"), "passed on as it is")
        proxy.stop()
        expect_equal(len(ground.exchanges("moved.jsonl")), 1, "one call")


def reverse_leads_to_one(ground: Ground) -> None:
    with Service() as service, Service() as other:
        proxy = ground.proxy(service.url, "--mode", "pass-through")
        expect_equal(refused(proxy, f"{other.url}/json"), "403 relay.other_host", "another host")
        expect_equal(refused(proxy, f"127.0.0.1:{other.port}", "CONNECT"), "403 relay.other_host", "a tunnel elsewhere")
        proxy.stop()
        expect_equal((len(service.seen), len(other.seen)), (0, 0), "calls")


def hosts_of_services(ground: Ground) -> None:
    """understudy.yaml says which hosts are whose, where they may go, and where cassettes lie."""
    (ground.work / "understudy.yaml").write_text("services:\n  shop: {hosts: [shop.localhost, '*.shop.localhost'], cassettes: recorded/shop}\n  mail: {hosts: [mail.localhost]}\n")
    with Service() as service:
        proxy = ground.proxy("--forward")
        for host in ("shop.localhost", "eu.shop.localhost", "mail.localhost"):
            expect_equal(ask(proxy.url, "GET", f"http://{host}:{service.port}/json", host=host).status, "200 OK", host)
        expect_equal(refused(proxy, f"http://other.localhost:{service.port}/json"), "403 relay.not_allowed", "a host of nobody")
        proxy.stop()
        found = sorted(str(path.relative_to(ground.work).parent) for path in ground.work.rglob("get-json-*.yaml"))
        expect_equal(found, ["cassettes/mail", "recorded/shop"], "folders: equal calls of a service share a cassette")


def a_unix_socket_each_way(ground: Ground) -> None:
    with Service() as service:
        front = str(ground.folder / "front.sock")
        inner = ground.proxy(service.url, "--mode", "pass-through", "--unix", front)
        outer = ground.proxy(f"unix:{front}", "-o", "unix.jsonl")
        expect_equal(ask(outer.url, "GET", "/json").body, b'{"hello": "world"}', "through a socket")
        outer.stop()
        inner.stop()
        [call] = ground.exchanges("unix.jsonl")
        expect_equal((call["input"]["host"], body_of(call)), ("localhost", b'{"hello": "world"}'), "recorded")


CASES = [plain, inside_tls, untrusted, only_where_allowed, redirects_are_the_programs, reverse_leads_to_one, hosts_of_services, a_unix_socket_each_way]
