"""The docker command line, against the few calls of its API that the test server plays. Nothing is run, and no image
exists: what is tested is the order of calls, the upgraded connections and the half-close."""

from __future__ import annotations

from serving import Done, Place, expect, expect_equal


def docker(place: Place, *words: str, stdin: bytes = b"") -> Done:
    return place.run_well("docker", "-H", f"tcp://127.0.0.1:{place.port}", *words, stdin=stdin)


def run(place: Place) -> None:
    """Its standard input is none of the container's, so the CLI half-closes at once."""
    expect_equal(docker(place, "run", "some-image").out, b"bye\n", "output")


def run_with_input(place: Place) -> None:
    """Input and half-close reach the upgraded connection before start is posted (DK7); exit code from wait (DK22)."""
    expect_equal(docker(place, "run", "-i", "some-image", "cat", stdin=b"hello\nthere\n").out, b"hello\nthere\nbye\n", "output")


def run_with_long_input(place: Place) -> None:
    sent = b"0123456789abcde\n" * 65536  # 1 MiB
    expect(docker(place, "run", "-i", "some-image", "cat", stdin=sent).out == sent + b"bye\n", "the output is not the input and a bye")


def run_over_unix_socket(place: Place) -> None:
    done = place.run_well("docker", "-H", f"unix://{place.unix}", "run", "-i", "some-image", "cat", stdin=b"hello\n")
    expect_equal(done.out, b"hello\nbye\n", "output")


def exec_with_input(place: Place) -> None:
    """Upgraded, with a JSON body in the request (DK10)."""
    expect_equal(docker(place, "exec", "-i", "c0ffee", "cat", stdin=b"hello\n").out, b"hello\nbye\n", "output")


CASES = [run, run_with_input, run_with_long_input, run_over_unix_socket, exec_with_input]
