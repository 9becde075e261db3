"""`git bisect` over a history without merges. `run` knows one command, `test [!] -e FILE`, and asks the files of the commit."""

from __future__ import annotations

from fake_protocol import Answer, NotServed
from repository import Bisection, Repository
from verbs import Config, first_bad


def bisect(repository: Repository, config: Config, args: list[str]) -> Answer:
    word, rest = (args[0], args[1:]) if args else ("", [])
    if word == "start" and not rest and repository.bisection is None:
        repository.bisection = Bisection(came_from=repository.branch)
        return Answer().out("status: waiting for both good and bad commits\n")
    if word == "reset" and not rest:
        return _reset(repository)
    if word in ("bad", "good") and repository.bisection is None:
        return Answer().err('You need to start by "git bisect start"\n\n').exit(1)
    if word in ("bad", "good") and len(rest) <= 1:
        found = repository.resolve(rest[0] if rest else "HEAD")
        if not found:
            raise NotServed
        return Answer().out(_mark(repository, word, found))
    if word == "run" and repository.bisection and repository.bisection.bad and repository.bisection.good:
        return Answer().out(_run(repository, rest))
    raise NotServed


def _mark(repository: Repository, word: str, commit: str) -> bytes:
    bisection = repository.bisection or Bisection()
    setattr(bisection, word, commit)
    if not bisection.good:
        return b"status: waiting for good commit(s), bad commit known\n"
    if not bisection.bad:
        return b"status: waiting for bad commit, 1 good commit known\n"
    return _next(repository)


def _next(repository: Repository) -> bytes:
    suspects = repository.suspects()
    if len(suspects) == 1:
        return first_bad(repository, suspects[0])
    reach = 2 if len(suspects) == 3 else len(suspects) // 2
    middle = suspects[reach - 1]
    repository.detached = middle.id
    repository.check_out(middle.id)
    left, steps = len(suspects) - reach - 1, _steps(len(suspects))
    return (f"Bisecting: {left} revision{'' if left == 1 else 's'} left to test after this "
            f"(roughly {steps} step{'' if steps == 1 else 's'})\n[{middle.id}] {middle.message}\n").encode()


def _steps(suspects: int) -> int:
    """How many more tests git expects."""
    if suspects < 3:
        return 0
    power = suspects.bit_length() - 1
    return power if 2**power < 3 * (suspects - 2**power) else power - 1


def _run(repository: Repository, command: list[str]) -> bytes:
    is_negated = command[:2] == ["test", "!"]
    path = command[-1].encode() if command else b""
    if command[:-1] != (["test", "!", "-e"] if is_negated else ["test", "-e"]):
        raise NotServed
    text = b""
    while True:
        text += b"running " + b"".join(b" " + quoted(word) for word in command) + b"\n"
        is_good = (path in repository.files) != is_negated
        text += _mark(repository, "good" if is_good else "bad", repository.head or "")
        if len(repository.suspects()) == 1:
            return text + b"bisect found first bad commit"


def quoted(word: str) -> bytes:
    """As a shell would have to read it; an exclamation mark stands outside the quotes."""
    return ("'" + word.replace("'", "'\\''").replace("!", "'\\!'") + "'").encode()


def _reset(repository: Repository) -> Answer:
    if repository.bisection is None:
        return Answer().out("We are not bisecting.\n")
    was, branch = repository.commits[repository.head or ""], repository.bisection.came_from
    repository.bisection = None
    repository.switch(branch)
    return Answer().err(f"Previous HEAD position was {was.short} {was.message}\nSwitched to branch '{branch}'\n")
