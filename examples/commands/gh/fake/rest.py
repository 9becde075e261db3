"""The part of GitHub's REST interface that makes a branch: refs and commits. Reached by HTTP, or through `gh api`."""

from __future__ import annotations

import json

from fake_protocol import Answer, NotServed
from service import OWNER, REPOSITORY, Service

API = "https://api.github.com"
DOCS = "https://docs.github.com/rest/git"
BASE = f"/repos/{REPOSITORY}/git"


class Problem(Exception):
    def __init__(self, status: int, message: str, page: str) -> None:
        super().__init__(message)
        self.status, self.message, self.page = status, message, page

    def document(self) -> dict[str, object]:
        return {"message": self.message, "documentation_url": self.page, "status": str(self.status)}


def ref_of(service: Service, branch: str) -> dict[str, object]:
    sha = service.branches[branch]
    return {"ref": f"refs/heads/{branch}", "object": {"sha": sha, "type": "commit", "url": f"{API}{BASE}/commits/{sha}"}}


def request(service: Service, method: str, path: str, fields: dict[str, object]) -> object:
    """The document of a good answer; None where there is none."""
    if service.is_limited:
        raise Problem(403, "API rate limit exceeded for user ID 1234567.", "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api")
    if (method, path) == ("GET", "/user"):
        return {"login": OWNER["login"], "type": "User"}
    place = path.removeprefix(BASE)
    if place == path:
        raise NotServed(f"{method} {path}")
    if method == "GET" and place.startswith("/ref/heads/"):
        branch = place.removeprefix("/ref/heads/")
        if branch not in service.branches:
            raise Problem(404, "Not Found", f"{DOCS}/refs#get-a-reference")
        return ref_of(service, branch)
    if method == "DELETE" and place.startswith("/refs/heads/"):
        if service.branches.pop(place.removeprefix("/refs/heads/"), None) is None:
            raise Problem(422, "Reference does not exist", f"{DOCS}/refs#delete-a-reference")
        return None
    if method == "POST" and place == "/refs":
        branch = str(fields["ref"]).removeprefix("refs/heads/")
        if branch in service.branches:
            raise Problem(422, "Reference already exists", f"{DOCS}/refs#create-a-reference")
        service.branches[branch] = str(fields["sha"])
        return ref_of(service, branch)
    if method == "PATCH" and place.startswith("/refs/heads/"):
        branch = place.removeprefix("/refs/heads/")
        service.branches[branch] = str(fields["sha"])
        return ref_of(service, branch)
    if method == "GET" and place.startswith("/commits/"):
        sha = place.removeprefix("/commits/")
        return {"sha": sha, "tree": {"sha": service.commits[sha].tree}}
    if method == "POST" and place == "/commits":
        made = service.add_commit(str(fields["tree"]), list(fields["parents"]), str(fields["message"]))  # type: ignore[call-overload]
        return {"sha": made.id, "tree": {"sha": made.tree}}
    raise NotServed(f"{method} {path}")


def gh_api(service: Service, args: list[str]) -> Answer:
    """`gh api`: a field makes it a POST; --jq cuts one value out."""
    method, path, query, fields = "", "", "", {}
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "-X":
            method = rest.pop(0)
        elif arg == "--jq":
            query = rest.pop(0)
        elif arg == "-f":
            key, _, value = rest.pop(0).partition("=")
            if key.endswith("[]"):
                fields.setdefault(key[:-2], []).append(value)
            else:
                fields[key] = value
        elif path or arg.startswith("-"):
            raise NotServed(f"gh api {arg}")
        else:
            path = arg
    try:
        found = request(service, method or ("POST" if fields else "GET"), f"/{path}", fields)
    except Problem as problem:
        return Answer().out(json.dumps(problem.document(), separators=(",", ":"))).err(f"gh: {problem.message} (HTTP {problem.status})\n").exit(1)
    if found is None:
        return Answer()
    for name in filter(None, query.split(".")):
        found = found[name]  # type: ignore[index]
    return Answer().out((found if isinstance(found, str) else json.dumps(found, separators=(",", ":"))) + "\n")


def http(service: Service, method: str, path: str) -> Answer:
    """The same over HTTP: only reading, which is what `gh api` without fields sends."""
    headers = [("Content-Type", "application/json; charset=utf-8")]
    try:
        status, document = 200, request(service, method, path, {})
    except Problem as problem:
        status, document = problem.status, problem.document()
    if service.is_limited:
        headers += [("X-RateLimit-Limit", "5000"), ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1767607200"), ("X-RateLimit-Used", "5000"),
                    ("X-RateLimit-Resource", "core")]
    return Answer().status(status, headers).body(json.dumps(document, separators=(",", ":")))
