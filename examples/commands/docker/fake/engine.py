"""A docker client and its engine, in memory: images, containers, and a shell of three words."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field

from fake_protocol import Answer, NotServed

CLIENT = {"Version": "28.2.2", "ApiVersion": "1.50", "DefaultAPIVersion": "1.50", "GitCommit": "e6534b4", "GoVersion": "go1.24.3", "Os": "linux",
          "Arch": "amd64", "BuildTime": "Fri May 30 12:07:14 2025", "Context": "default"}
SERVER = {
    "Platform": {"Name": "Docker Engine - Community"},
    "Components": [
        {"Name": "Engine", "Version": "28.2.2",
         "Details": {"ApiVersion": "1.50", "Arch": "amd64", "BuildTime": "Fri May 30 12:07:14 2025", "Experimental": "false", "GitCommit": "45873be",
                     "GoVersion": "go1.24.3", "KernelVersion": "6.1.0-1-amd64", "MinAPIVersion": "1.24", "Os": "linux"}},
        {"Name": "containerd", "Version": "1.7.27", "Details": {"GitCommit": "05044ec0a9a75232cad458027ca83437aae3f4da"}},
        {"Name": "runc", "Version": "1.2.5", "Details": {"GitCommit": "v1.2.5-0-g59923ef"}},
        {"Name": "docker-init", "Version": "0.19.0", "Details": {"GitCommit": "de40ad0"}}],
    "Version": "28.2.2", "ApiVersion": "1.50", "MinAPIVersion": "1.24", "GitCommit": "45873be", "GoVersion": "go1.24.3", "Os": "linux", "Arch": "amd64",
    "KernelVersion": "6.1.0-1-amd64", "BuildTime": "2025-05-30T12:07:14.000000000+00:00"}

LAYER = "17a39c0ba978"
DIGEST = "sha256:" + "6b9f2c1d" * 8
IMAGE_ID = "sha256:" + "83b2b6703a62" + "0c9e4f71" * 6 + "5d1a"
DIFF_ID = "sha256:" + "d0c5a97e" * 8
IMAGE = "alpine:3.19"
HELP = "\nRun 'docker {0} --help' for more information\n"
USAGES = {"run": "docker run [OPTIONS] IMAGE [COMMAND] [ARG...]", "image ls": "docker image ls [OPTIONS] [REPOSITORY[:TAG]]"}

INSPECTED = {
    "Id": IMAGE_ID, "RepoTags": [IMAGE], "RepoDigests": [f"alpine@{DIGEST}"], "Parent": "", "Comment": "buildkit.dockerfile.v0",
    "Created": "2025-02-14T03:28:36Z", "DockerVersion": "", "Author": "",
    "Config": {"Hostname": "", "Domainname": "", "User": "", "AttachStdin": False, "AttachStdout": False, "AttachStderr": False, "Tty": False, "OpenStdin": False,
               "StdinOnce": False, "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"], "Cmd": ["/bin/sh"], "Image": "", "Volumes": None,
               "WorkingDir": "/", "Entrypoint": None, "OnBuild": None, "Labels": None},
    "Architecture": "amd64", "Os": "linux", "Size": 7399094,
    "RootFS": {"Type": "layers", "Layers": [DIFF_ID]}, "Metadata": {"LastTagTime": "0001-01-01T00:00:00Z"}}


@dataclass
class Engine:
    images: set[str] = field(default_factory=lambda: {IMAGE})
    running: set[str] = field(default_factory=set)  # names of containers
    is_up: bool = True
    host: str = "unix:///var/run/docker.sock"


def unreachable(engine: Engine) -> str:
    return f"Cannot connect to the Docker daemon at {engine.host}. Is the docker daemon running?\n"


def unknown_flag(flag: str, verb: str, code: int = 125) -> Answer:
    return Answer().err(f"unknown flag: {flag}\n\nUsage:  {USAGES[verb]}\n{HELP.format(verb)}").exit(code)


def version(engine: Engine, args: list[str]) -> Answer:
    if args != ["--format", "{{json .}}"]:
        raise NotServed
    answer = Answer().out(json.dumps({"Client": CLIENT, "Server": SERVER if engine.is_up else None}, separators=(",", ":")) + "\n")
    return answer if engine.is_up else answer.err(unreachable(engine)).exit(1)


def pull(engine: Engine, args: list[str]) -> Answer:
    name = args[0] if len(args) == 1 else ""
    if not engine.is_up:
        return Answer().err(unreachable(engine)).exit(1)
    image, _, tag = name.partition(":")
    answer = Answer().out("" if tag else "Using default tag: latest\n")
    if image != "alpine":
        return answer.err(f"Error response from daemon: pull access denied for {image}, repository does not exist or may require 'docker login': "
                          "denied: requested access to the resource is denied\n").exit(1)
    if name != IMAGE:
        return answer.err(f"Error response from daemon: {_no_manifest(name)}\n").exit(1)
    answer.out("3.19: Pulling from library/alpine\n")
    if name not in engine.images:
        engine.images.add(name)
        answer.out("".join(f"{LAYER}: {what}\n" for what in ("Pulling fs layer", "Verifying Checksum", "Download complete", "Pull complete")))
        return answer.out(f"Digest: {DIGEST}\nStatus: Downloaded newer image for {name}\ndocker.io/library/{name}\n")
    return answer.out(f"Digest: {DIGEST}\nStatus: Image is up to date for {name}\ndocker.io/library/{name}\n")


def _no_manifest(name: str) -> str:
    return f"manifest for {name} not found: manifest unknown: manifest unknown"


def run(engine: Engine, args: list[str]) -> Answer:
    rest, name, memory = list(args), "", ""
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        if flag == "--name":
            name = rest.pop(0)
        elif flag == "--memory":
            memory = rest.pop(0)
        elif flag != "--rm":
            return unknown_flag(flag, "run")
    if not engine.is_up:
        return Answer().err(f"docker: {unreachable(engine)}{HELP.format('run')}").exit(125)
    image, command = rest[0], rest[1:]
    if image not in engine.images:
        return Answer().err(f"Unable to find image '{image}' locally\ndocker: Error response from daemon: {_no_manifest(image)}\n{HELP.format('run')}").exit(125)
    return inside(engine, command, name, memory)


def inside(engine: Engine, command: list[str], name: str, memory: str) -> Answer:
    """What a container does. Only commands whose answer is certain are known."""
    if command == ["tail", "/dev/zero"] and memory:
        return Answer().exit(137)
    if command[:1] == ["sleep"] and name:
        engine.running.add(name)
        return Answer().time_out()
    if command[:1] == ["echo"]:
        return Answer().out(" ".join(command[1:]) + "\n")
    if command[:2] == ["sh", "-c"] and len(command) == 3:
        return shell(command[2])
    if len(command) == 1 and command[0].startswith("no-such-"):
        return Answer().err("docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: "
                            f'exec: "{command[0]}": executable file not found in $PATH\n{HELP.format("run")}').exit(127)
    raise NotServed(f"in a container: {' '.join(command)}")


def shell(script: str) -> Answer:
    """`echo WORD...`, with `>&2` or without, and `exit N`."""
    answer = Answer()
    for statement in script.split(";"):
        words = shlex.split(statement)
        if words[:1] == ["exit"]:
            return answer.exit(int(words[1]))
        if words[:1] != ["echo"]:
            raise NotServed(f"in a container: {statement.strip()}")
        is_error = words[-1] == ">&2"
        text = " ".join(words[1:-1] if is_error else words[1:]) + "\n"
        answer = answer.err(text) if is_error else answer.out(text)
    return answer


def image(engine: Engine, args: list[str]) -> Answer:
    verb, rest = (args[0], args[1:]) if args else ("", [])
    if verb == "inspect" and len(rest) == 1:
        if not engine.is_up:
            return Answer().out("[]\n").err(unreachable(engine)).exit(1)
        if rest[0] not in engine.images:
            return Answer().out("[]\n").err(f"Error response from daemon: No such image: {rest[0]}\n").exit(1)
        return Answer().out(json.dumps([INSPECTED], indent=4) + "\n")
    if verb == "rm" and rest[:1] == ["--force"] and len(rest) == 2 and rest[1] in engine.images:
        engine.images.remove(rest[1])
        return Answer().out(f"Untagged: {rest[1]}\nDeleted: {IMAGE_ID}\n")
    if verb == "ls" and rest[:1] == ["--filter"] and len(rest) == 2:
        if not engine.is_up:
            return Answer().err(unreachable(engine)).exit(1)
        if not rest[1].startswith("label="):
            raise NotServed
        return Answer().out("REPOSITORY   TAG       IMAGE ID   CREATED   SIZE\n")  # no image here has a label
    if verb == "ls" and rest[:1] and rest[0].startswith("--"):
        return unknown_flag(rest[0], "image ls")
    raise NotServed


def remove(engine: Engine, args: list[str]) -> Answer:
    if len(args) != 2 or args[0] != "--force":
        raise NotServed
    if args[1] not in engine.running:
        return Answer().err(f"Error response from daemon: No such container: {args[1]}\n").exit(1)
    engine.running.remove(args[1])
    return Answer().out(args[1] + "\n")


def container(engine: Engine, args: list[str]) -> Answer:
    if len(args) != 2 or args[0] != "inspect" or args[1] in engine.running:
        raise NotServed  # what it says of a container that is there is long, and nobody here asks
    return Answer().out("[]\n").err(f"Error response from daemon: No such container: {args[1]}\n").exit(1)


VERBS = {"version": version, "pull": pull, "run": run, "image": image, "rm": remove, "container": container}
