"""The other servers of the full run, each with its own kind of description of the one answer, each as a user would
start it, with its log kept quiet. They are reported beside ours and judged by nobody."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from processes import free_port
from servers import Server, answer

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
PATIENCE = 0.002


def _write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def _mountebank(folder: Path, port: int) -> list[str]:
    is_ = {"statusCode": 200, "headers": {"Content-Type": "application/json", "Connection": "keep-alive"}, "body": answer().decode()}
    imposter = {"port": port, "protocol": "http", "host": "127.0.0.1", "stubs": [{"responses": [{"is": is_}]}]}
    config = _write(folder / "imposters.json", {"imposters": [imposter]})
    return ["node", str(MODULES / "mountebank/bin/mb"), "start", "--configfile", str(config), "--port", str(free_port()), "--localOnly",
            "--loglevel", "error", "--nologfile", "--pidfile", str(folder / "mb.pid")]


def _mockoon(folder: Path, port: int) -> list[str]:
    response = {
        "uuid": "00000000-0000-4000-8000-000000000003", "body": answer().decode(), "latency": 0, "statusCode": 200, "label": "",
        "headers": [{"key": "Content-Type", "value": "application/json"}], "bodyType": "INLINE", "filePath": "",
        "databucketID": "", "sendFileAsBody": False, "rules": [], "rulesOperator": "OR", "disableTemplating": True,
        "fallbackTo404": False, "default": True, "crudKey": "id", "callbacks": [],
    }
    route = {
        "uuid": "00000000-0000-4000-8000-000000000002", "type": "http", "documentation": "", "method": "get",
        "endpoint": "answer.json", "responses": [response], "responseMode": None, "streamingMode": None, "streamingInterval": 0,
    }
    environment = {
        "uuid": "00000000-0000-4000-8000-000000000001", "lastMigration": 33, "name": "answer", "endpointPrefix": "", "latency": 0,
        "port": port, "hostname": "127.0.0.1", "folders": [], "routes": [route],
        "rootChildren": [{"type": "route", "uuid": route["uuid"]}], "proxyMode": False, "proxyHost": "", "proxyRemovePrefix": False,
        "tlsOptions": {"enabled": False, "type": "CERT", "pfxPath": "", "certPath": "", "keyPath": "", "caPath": "", "passphrase": ""},
        "cors": False, "headers": [], "proxyReqHeaders": [], "proxyResHeaders": [], "data": [], "callbacks": [],
    }
    data = _write(folder / "environment.json", environment)
    return ["node", str(MODULES / "@mockoon/cli/bin/run.js"), "start", "--data", str(data), "--port", str(port),
            "--hostname", "127.0.0.1", "--disable-log-to-file"]


def _prism(folder: Path, port: int) -> list[str]:
    content = {"application/json": {"schema": {"type": "object"}, "example": json.loads(answer())}}
    operation = {"responses": {"200": {"description": "the answer", "content": content}}}
    description = _write(folder / "openapi.json", {
        "openapi": "3.0.3", "info": {"title": "answer", "version": "1"}, "paths": {"/answer.json": {"get": operation}},
    })
    return ["node", str(MODULES / "@stoplight/prism-cli/dist/index.js"), "mock", "-h", "127.0.0.1", "-p", str(port), "-m", "false",
            "-v", "error", str(description)]


def _wiremock(folder: Path, port: int) -> list[str]:
    response = {"status": 200, "headers": {"Content-Type": "application/json"}, "body": answer().decode()}
    _write(folder / "mappings/answer.json", {"request": {"method": "GET", "urlPath": "/answer.json"}, "response": response})
    return ["java", "-jar", str(_jar("wiremock/build")), "--port", str(port), "--bind-address", "127.0.0.1",
            "--root-dir", str(folder), "--disable-banner"]


def _mockserver(folder: Path, port: int) -> list[str]:
    response = {"statusCode": 200, "headers": {"Content-Type": ["application/json"]}, "body": answer().decode()}
    expectations = _write(folder / "expectations.json", [{"httpRequest": {"path": "/answer.json"}, "httpResponse": response}])
    return ["java", "-Dmockserver.logLevel=ERROR", f"-Dmockserver.initializationJsonPath={expectations}", "-jar",
            str(_jar("mockserver-node")), "-serverPort", str(port)]


def _json_server(folder: Path, port: int) -> list[str]:
    database = _write(folder / "db.json", {"answer": json.loads(answer())})
    return ["node", str(MODULES / "json-server/lib/cli/bin.js"), "--host", "127.0.0.1", "--port", str(port), "--quiet", str(database)]


def _jar(place: str) -> Path:
    return next((MODULES / place).glob("*.jar"), MODULES / place / "no.jar")


def peers(stripe_mock: str) -> tuple[list[Server], dict[str, str]]:
    """Those that are here, and why the others are not."""
    node = "" if shutil.which("node") else "there is no node"
    java = "" if shutil.which("java") else "there is no java"
    candidates = [
        (Server("mountebank", _mountebank), node, MODULES / "mountebank"),
        (Server("Mockoon", _mockoon), node, MODULES / "@mockoon/cli"),
        (Server("Prism", _prism), node, MODULES / "@stoplight/prism-cli"),
        (Server("WireMock", _wiremock), java, _jar("wiremock/build")),
        (Server("MockServer", _mockserver), java, _jar("mockserver-node")),
        (Server("json-server", _json_server, path="/answer"), node, MODULES / "json-server"),
        (Server("stripe-mock", lambda _, port: [stripe_mock, "-http-addr", f"127.0.0.1:{port}"], path="/v1/charges/ch_1",
                headers={"Authorization": "Bearer sk_test_123"}), "", Path(stripe_mock or "no stripe-mock")),
    ]
    present, absent = [], {}
    for server, why, needed in candidates:
        server.patience = PATIENCE
        server.warm_up = 12 if needed.suffix == ".jar" else 3
        if why or not needed.exists():
            absent[server.name] = why or f"{needed.name} is not installed"
        else:
            present.append(server)
    return present, absent
