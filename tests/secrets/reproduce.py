#!/usr/bin/env python3
"""Writes planted texts of one rule in one carrier to standard output, for looking at a miss by hand.

    reproduce.py CARRIER RULE [NUMBER|all]        for example: reproduce.py yaml_block heroku.api_key 3
"""

import sys

import planted_cases
from texts import planted_texts

if len(sys.argv) < 3:
    sys.exit(__doc__)
wanted = sys.argv[3] if len(sys.argv) > 3 else "0"
texts = [text for text in planted_texts() if text.rule == sys.argv[2] and wanted in ("all", str(text.number))]
if not texts:
    sys.exit(f"there is no text {wanted} of {sys.argv[2]}")
sys.stdout.buffer.write(planted_cases.in_carrier(texts, sys.argv[1]))
