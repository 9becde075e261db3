"""What `gh` prints when its output is no terminal, and how it ends: one function a subcommand, over a Service.

Exit codes: 1 what failed, 4 no login, 8 checks that are not done. Confirmations go to standard error.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from fake_protocol import Answer, NotServed
from service import OWNER, REPOSITORY, Pull, Service

Flags = dict[str, str]
SWITCHES = {"--merge", "--delete-branch"}

CHECK_FIELDS = ["bucket", "completedAt", "description", "event", "link", "name", "startedAt", "state", "workflow"]
ISSUE_FIELDS = ["number", "title", "body", "updatedAt", "labels"]
PULL_FIELDS = ["number", "state", "mergeable", "author", "createdAt"]
RUN_FIELDS = ["databaseId", "status", "conclusion", "workflowName"]


class Refused(Exception):
    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.text, self.code = text, code


# What gh 2.23 prints behind a flag that it does not know. Other subcommands have usages that nobody has recorded.
USAGE = {("issue", "list"): """
Usage:  gh issue list [flags]

Flags:
      --app string         Filter by GitHub App author
  -a, --assignee string    Filter by assignee
  -A, --author string      Filter by author
  -q, --jq expression      Filter JSON output using a jq expression
      --json fields        Output JSON with the specified fields
  -l, --label strings      Filter by label
  -L, --limit int          Maximum number of issues to fetch (default 30)
      --mention string     Filter by mention
  -m, --milestone string   Filter by milestone number or title
  -S, --search query       Search issues with query
  -s, --state string       Filter by state: {open|closed|all} (default "open")
  -t, --template string    Format JSON output using a Go template; see "gh help formatting"
  -w, --web                List issues in the web browser
""" + "  \n"}


def check_flags(args: list[str]) -> None:
    """Flags are looked at before the login is."""
    usage = USAGE.get(tuple(args[:2]))  # type: ignore[call-overload]
    flags = [arg for arg in args[2:] if arg.startswith("-")]
    unknown = [flag for flag in flags if usage is not None and f" {flag} " not in usage and flag != "--repo"]
    if unknown:
        raise Refused(f"unknown flag: {unknown[0]}\n{usage}")


def parsed(args: list[str], known: set[str]) -> tuple[list[str], Flags]:
    """Words and flags."""
    words: list[str] = []
    flags: Flags = {}
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if not arg.startswith("-"):
            words.append(arg)
        elif arg not in known:
            raise NotServed(f"unknown flag: {arg}")
        else:
            flags[arg] = "" if arg in SWITCHES else rest.pop(0)
    if flags.get("--repo") != REPOSITORY:
        raise Refused(f"GraphQL: Could not resolve to a Repository with the name '{flags.get('--repo', '')}'. (repository)\n")
    return words, flags


def as_json(rows: dict[str, object] | list[dict[str, object]]) -> str:
    """One line without white space. The fields that were asked for are sorted; what lies below keeps its own order."""
    def exported(row: dict[str, object]) -> dict[str, object]:
        return {name: row[name] for name in sorted(row)}

    value = [exported(row) for row in rows] if isinstance(rows, list) else exported(rows)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def issue_create(service: Service, args: list[str]) -> Answer:
    _, flags = parsed(args, {"--repo", "--title", "--body", "--label"})
    made = service.add_issue(flags["--title"], flags["--body"], [flags["--label"]] if "--label" in flags else [])
    return Answer().out(f"https://github.com/{REPOSITORY}/issues/{made.number}\n")


def issue_close(service: Service, args: list[str]) -> Answer:
    words, flags = parsed(args, {"--repo", "--reason"})
    issue = service.issues.get(int(words[0]))
    if issue is None:
        raise Refused(f"GraphQL: Could not resolve to an issue or pull request with the number of {words[0]}. (repository.issue)\n")
    name = f"{REPOSITORY}#{issue.number} ({issue.title})"
    if not issue.is_open:
        return Answer().err(f"! Issue {name} is already closed\n")
    issue.is_open = False
    return Answer().err(f"✓ Closed issue {name}\n")


def issue_list(service: Service, args: list[str]) -> Answer:
    _, flags = parsed(args, {"--repo", "--label", "--json"})
    _only(flags["--json"], ISSUE_FIELDS)
    rows = [{"number": each.number, "title": each.title, "body": each.body, "updatedAt": each.updated, "labels": each.labels}
            for each in service.open_issues(flags["--label"])]
    return Answer().out(as_json(rows))


def _only(fields: str, expected: list[str]) -> None:
    if fields.split(",") != expected:
        raise NotServed(f"--json {fields}")


def pull_create(service: Service, args: list[str]) -> Answer:
    _, flags = parsed(args, {"--repo", "--head", "--base", "--title", "--body"})
    head, base = flags["--head"], flags["--base"]
    if head not in service.branches:
        raise NotServed("a head that does not exist")
    if not service.is_ahead(head, base):
        raise Refused(f"pull request create failed: GraphQL: No commits between {base} and {head} (createPullRequest)\n")
    return Answer().out(f"https://github.com/{REPOSITORY}/pull/{service.add_pull(flags['--title'], head).number}\n")


def _pull(service: Service, number: str) -> Pull:
    found = service.pulls.get(int(number))
    if found is None:
        raise Refused(f"GraphQL: Could not resolve to a PullRequest with the number of {number}. (repository.pullRequest)\n")
    return found


def pull_merge(service: Service, args: list[str]) -> Answer:
    words, flags = parsed(args, {"--repo", "--merge", "--delete-branch"})
    pull = _pull(service, words[0])
    if pull.state == "MERGED":
        return Answer().err(f"! Pull request {REPOSITORY}#{pull.number} was already merged\n")
    if pull.state != "OPEN":
        return Answer().err("GraphQL: Pull Request is not mergeable (mergePullRequest)\n").exit(1)
    service.branches["main"] = service.branches[pull.head]
    pull.state = "MERGED"
    if "--delete-branch" in flags:
        del service.branches[pull.head]
    return Answer()  # gh says it was merged to a terminal only


def pull_close(service: Service, args: list[str]) -> Answer:
    words, flags = parsed(args, {"--repo", "--delete-branch"})
    pull = _pull(service, words[0])
    name = f"{REPOSITORY}#{pull.number} ({pull.title})"
    if pull.state == "MERGED":
        return Answer().err(f"X Pull request {name} can't be closed because it was already merged\n").exit(1)
    if pull.state == "CLOSED":
        return Answer().err(f"! Pull request {name} is already closed\n")
    pull.state = "CLOSED"
    answer = Answer().err(f"✓ Closed pull request {name}\n")
    if "--delete-branch" in flags:
        del service.branches[pull.head]
        answer.err(f"✓ Deleted branch {pull.head}\n")
    return answer


def pull_view(service: Service, args: list[str]) -> Answer:
    words, flags = parsed(args, {"--repo", "--json"})
    _only(flags["--json"], PULL_FIELDS)
    pull = _pull(service, words[0])
    mergeable = "MERGEABLE" if pull.state == "OPEN" else "UNKNOWN"
    return Answer().out(as_json({"number": pull.number, "state": pull.state, "mergeable": mergeable, "author": OWNER, "createdAt": pull.created}))


def pull_checks(service: Service, args: list[str]) -> Answer:
    words, flags = parsed(args, {"--repo", "--json"})
    wanted = flags["--json"].split(",")
    for name in wanted:
        if name not in CHECK_FIELDS:
            lines = "\n  ".join(CHECK_FIELDS)
            raise Refused(f'Unknown JSON field: "{name}"\nAvailable fields:\n  {lines}\n')
    pull = _pull(service, words[0])
    if not pull.checks:
        raise Refused(f"no checks reported on the '{pull.head}' branch\n")
    answer = Answer().out(as_json([{name: check[name] for name in wanted} for check in pull.checks]))
    states = {check["state"] for check in pull.checks}
    return answer.exit(1 if "FAILURE" in states else 8 if "PENDING" in states else 0)


def run_list(service: Service, args: list[str]) -> Answer:
    _, flags = parsed(args, {"--repo", "--json"})
    _only(flags["--json"], RUN_FIELDS)
    return Answer().out(as_json(service.runs))


VERBS: dict[tuple[str, str], Callable[[Service, list[str]], Answer]] = {
    ("issue", "create"): issue_create, ("issue", "close"): issue_close, ("issue", "list"): issue_list,
    ("pr", "create"): pull_create, ("pr", "merge"): pull_merge, ("pr", "close"): pull_close, ("pr", "view"): pull_view,
    ("pr", "checks"): pull_checks, ("run", "list"): run_list,
}
