"""The names of models that a Node library declares in its types."""

from __future__ import annotations

import re
from pathlib import Path

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# `type ChatModel = 'a' | 'b';` and `model: (string & {}) | 'a' | Shared.ChatModel;`
UNION = re.compile(r"\b(?:model\??:|type \w*Model\w* =)((?:\s*\|?\s*(?:'[^']+'|\(string & \{\}\)|[\w.]+))+);")
MODEL = re.compile(r"[a-z][\w.]*-|o\d")  # and not a voice, a date, a family


def declared(library: Path) -> set[str]:
    texts = [COMMENT.sub("", path.read_text()) for path in sorted(library.glob("resources/**/*.d.ts"))]
    names = {name for text in texts for union in UNION.findall(text) for name in re.findall(r"'([^']+)'", union)}
    return {name for name in names if MODEL.match(name)}
