"""The packages as users get them: tarballs in an empty project, with no compiler near, and the examples run on them."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from node import ROOT, SDK, Failed, must, run

RUNNERS = {"vitest": ["vitest/vitest.mjs", "run", "--testTimeout=60000", "--hookTimeout=60000"], "jest": ["jest/bin/jest.js", "--testTimeout=60000"]}
EXAMPLES = {"vitest": "vitest", "jest": "jest", "stripe-shop": "vitest"}  # and the plugin that each uses
# What an example depends on, and the folder whose lock pins it.
DEPENDENCIES = {"stripe-shop": {"stripe": ROOT / "tests/stripe/node_modules"}}
# The only programs that may be needed. The guard of the server finds what else it needs in the usual places.
NEEDED = ("node", "sh", "env")
GUIDES = {"docs/guide/testing-with-vitest.md": "vitest", "docs/guide/testing-with-jest.md": "jest"}


def make_tarballs(program: Path, folder: Path) -> dict[str, Path]:
    must(["node", "pack.mjs", program, folder])
    return {re.sub(r"^understudy-(.*)-[0-9.]+\.tgz$", r"\1", path.name): path for path in folder.glob("*.tgz")}


def install(project: Path, tarballs: list[Path], folder: Path) -> None:
    """As npm does it, from the tarballs alone. The test runner itself is found one folder above, where we put it."""
    manifest = json.loads((project / "package.json").read_text())
    del manifest["devDependencies"]
    wanted = manifest.pop("dependencies", {})
    (project / "package.json").write_text(json.dumps(manifest))
    must(["npm", "install", "--offline", "--legacy-peer-deps", "--no-audit", "--no-fund", "--cache", folder / "cache", *tarballs], cwd=project)
    for name, place in DEPENDENCIES.get(project.name, {}).items():
        version = json.loads((place / name / "package.json").read_text())["version"]
        if wanted.pop(name, None) != version:
            raise Failed(f"examples/{project.name} does not want {name} {version}, which the tests pin")
        (project / "node_modules" / name).symlink_to(place / name)
    if wanted:
        raise Failed(f"examples/{project.name} depends on {sorted(wanted)}, which nothing pins")


def bare_path(folder: Path) -> Path:
    """A PATH without compilers, package managers, or an understudy."""
    bare = folder / "bare"
    bare.mkdir()
    for name in NEEDED:
        (bare / name).symlink_to(shutil.which(name) or name)
    return bare


def run_example(name: str, tarballs: dict[str, Path], folder: Path, path: Path) -> None:
    project = folder / name
    shutil.copytree(ROOT / "examples" / name, project)
    plugin = EXAMPLES[name]
    install(project, [tarballs["linux-x64"], tarballs["sdk"], tarballs[plugin]], folder)
    installed = sorted(each.name for each in (project / "node_modules/@understudy").iterdir())
    if installed != sorted(["linux-x64", "sdk", plugin]):
        raise Failed(f"the project of {name} got {installed}")
    runner, *words = RUNNERS[plugin]
    ran = run(["node", SDK / "node_modules" / runner, *words], cwd=project, env={"PATH": str(path)})
    if ran.code != 0 or " passed" not in ran.out:
        raise Failed(f"the example for {name} ended with {ran.code}:\n{ran.tail()}")


def check_types(project: Path) -> None:
    """The example in TypeScript, strictly, by the types that the tarballs carry."""
    settings = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "skipLibCheck": True, "types": ["node"], "typeRoots": [str(SDK / "node_modules/@types")]}
    (project / "tsconfig.json").write_text(json.dumps({"compilerOptions": settings, "include": ["src", "tests"]}))
    must(["node", SDK / "node_modules/typescript/bin/tsc", "-p", project])


def examples_from_tarballs(program: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="sdk-") as place:
        folder = Path(place)
        tarballs = make_tarballs(program, folder / "tarballs")
        if set(tarballs) != {"linux-x64", "sdk", "vitest", "jest", "playwright"}:
            raise Failed(f"pack.mjs made {sorted(tarballs)}")
        (folder / "node_modules").symlink_to(SDK / "node_modules")
        path = bare_path(folder)
        for name in EXAMPLES:
            run_example(name, tarballs, folder, path)
            if EXAMPLES[name] == "vitest":
                check_types(folder / name)
    return ""


def shell_files_of_the_program(program: Path) -> str:
    """The man page and the completions that the packages carry are made, and their readers have no complaint."""
    with tempfile.TemporaryDirectory(prefix="sdk-") as folder:
        must([ROOT / "tools/make_shell_files.py", "--binary", program, "--out", folder])
        must(["bash", "-n", f"{folder}/understudy"])
        asked = must(["bash", "-c", "source ./understudy; COMP_WORDS=(understudy fault ''); COMP_CWORD=2; _understudy; echo ${COMPREPLY[*]}"], cwd=Path(folder))
        if asked.out != "arm tape stub list show clear\n":
            raise Failed(f"bash offers {asked.out!r} after `understudy fault`")
        if said := must(["sh", "-c", "groff -man -Tutf8 -ww understudy.1 2>&1 >shown.txt"], cwd=Path(folder)).out:
            raise Failed(f"groff complains of the man page: {said}")
    return ""


def guides_show_the_examples(_: Path) -> str:
    """Every block of code in a guide stands in its example, line for line."""
    for page, name in GUIDES.items():
        text = (ROOT / page).read_text()
        files = {path: path.read_text() for path in sorted((ROOT / "examples" / name).rglob("*")) if path.is_file() and "node_modules" not in path.parts}
        code = re.findall(r"```typescript\n(.*?)```", text, re.DOTALL)
        if len(code) < 3:
            raise Failed(f"{page} shows {len(code)} blocks of its example")
        for block in code:
            if not any(block in content for content in files.values()):
                raise Failed(f"{page}: this block is not in examples/{name}:\n{block}")
    return ""


CASES = [examples_from_tarballs, shell_files_of_the_program, guides_show_the_examples]
