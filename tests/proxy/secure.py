"""A service behind TLS, in HTTP/1.1 and HTTP/2: Node's, with a certificate of an authority of its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ground import HERE, Failed, Ground


class SecureService:
    def __init__(self, ground: Ground) -> None:
        folder = ground.folder / "secure"
        folder.mkdir(exist_ok=True)
        self.authority = folder / "ca.pem"
        if not self.authority.exists():
            make_certificates(folder)
        self.process = subprocess.Popen(["node", str(HERE / "secure_service.mjs"), str(folder)], env=ground.environment, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
        ground.processes.append(self.process)
        line = self.process.stdout.readline()
        if not line:
            raise Failed("the secure service did not start")
        self.port = int(line)
        self.url = f"https://localhost:{self.port}"

    def __enter__(self) -> SecureService:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def make_certificates(folder: Path) -> None:
    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("ca", "leaf"):
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", f"{name}.key")
    openssl("req", "-x509", "-new", "-key", "ca.key", "-subj", "/CN=Authority of a test", "-days", "2", "-out", "ca.pem")
    openssl("req", "-new", "-key", "leaf.key", "-subj", "/CN=localhost", "-out", "leaf.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "leaf.pem")
