"""May this be released? Asks git."""

import subprocess


def may_release():
    branch = subprocess.run(["git", "rev-parse", "--abbrev-ref", "HEAD"], capture_output=True, text=True, check=True)
    changes = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True)
    return branch.stdout.strip() == "main" and not changes.stdout
