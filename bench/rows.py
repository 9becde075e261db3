"""What every topic shares: rows with a value, a unit and what to reach; the table, the kept file, the last line."""

from __future__ import annotations

import json
import platform
import statistics
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Row:
    key: str
    value: float | None
    unit: str
    reach: str = ""  # "<= 1.3", ">= 2"; empty: reported only
    why: str = ""  # for a row that could not be measured
    work: str = ""
    noisy: bool = False  # too few quiet slices: others used the machine meanwhile

    def passes(self) -> bool | None:
        if self.value is None or not self.reach:
            return None
        relation, bound = self.reach.split()
        return self.value <= float(bound) if relation == "<=" else self.value >= float(bound)

    def to_json(self) -> dict:
        row: dict = {"value": None if self.value is None else round(self.value, 4), "unit": self.unit}
        if self.reach:
            row["reach"] = self.reach
            row["pass"] = self.passes()
        if self.value is None:
            row["why"] = self.why
        if self.noisy:
            row["noisy"] = True
        return row


@dataclass
class Table:
    """What is shown beside the rows and judged by nobody."""

    columns: list[str]
    lines: list[list[str]] = field(default_factory=list)

    def to_text(self) -> str:
        widths = [max(len(line[place]) for line in [self.columns, *self.lines]) for place in range(len(self.columns))]
        return "\n".join("  ".join(word.ljust(width) if place == 0 else word.rjust(width) for place, (word, width) in enumerate(zip(line, widths))).rstrip()
                         for line in [self.columns, *self.lines])

    def to_markdown(self) -> list[str]:
        return ["| " + " | ".join(line) + " |" for line in [self.columns, ["---"] * len(self.columns), *self.lines]]


def median(values: list[float]) -> float:
    return statistics.median(values)


def table(rows: list[Row]) -> str:
    lines = []
    for row in rows:
        value = "-" if row.value is None else f"{row.value:.3g}"
        mark = {True: "reached", False: "MISSED", None: ""}[row.passes()]
        reach = f"(reach {row.reach})" if row.reach else ""
        noise = " (noisy)" if row.noisy else ""
        why = f": {row.why}" if row.why else ""
        lines.append(f"{row.key:<16} {value:>8} {row.unit:<26} {reach:<16} {mark:<8} {row.work}{noise}{why}".rstrip())
    return "\n".join(lines)


def finish(topic: str, rows: list[Row], quick: bool, beside: Table | None = None, details: dict | None = None) -> int:
    """Prints the tables, keeps the result with its details, ends with the one line of JSON."""
    if beside:
        print(beside.to_text() + "\n")
    print(table(rows))
    line = {"topic": topic, "rows": {row.key: row.to_json() for row in rows}}
    if not quick:
        folder = ROOT / "bench/results"
        folder.mkdir(exist_ok=True)
        kept = dict(line, machine={"system": platform.system(), "processor": platform.machine()}, **(details or {}))
        (folder / f"{topic}.json").write_text(json.dumps(kept, indent=2) + "\n")
        write_page(topic, rows, beside)
    print(json.dumps(line, separators=(",", ":")))
    return 0


def write_page(topic: str, rows: list[Row], beside: Table | None) -> None:
    """Puts the tables into docs/performance.md between the topic's markers, and draws its plot."""
    page = ROOT / "docs/performance.md"
    text = page.read_text()
    begin, end = f"<!-- {topic} begin -->", f"<!-- {topic} end -->"
    body = ["| Row | Measured | Reach | Work |", "|---|---|---|---|"]
    for row in rows:
        value = f"not measured: {row.why}" if row.value is None else f"{row.value:.3g} {row.unit}" + (" (noisy)" if row.noisy else "")
        body.append(f"| {row.key} | {value} | {row.reach or 'reported only'} | {row.work} |")
    if beside:
        body += ["", *beside.to_markdown()]
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    page.write_text(head + begin + "\n" + "\n".join(body) + "\n\n" + f"![{topic}](performance-{topic}.svg)\n" + end + tail)
    (ROOT / f"docs/performance-{topic}.svg").write_text(plot(rows))


def plot(rows: list[Row]) -> str:
    """One bar a row, as a share of what is to be reached: a bar that ends left of the line (for <=) or right (for >=)
    has reached it."""
    shown = [row for row in rows if row.value is not None and row.reach]
    height = 28 * len(shown) + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{height}" font-family="sans-serif" font-size="12">',
             f'<rect width="720" height="{height}" fill="#ffffff"/>',
             f'<line x1="400" y1="20" x2="400" y2="{height - 10}" stroke="#444444" stroke-dasharray="4 3"/>',
             '<text x="400" y="14" text-anchor="middle" fill="#444444">to reach</text>']
    for place, row in enumerate(shown):
        share = row.value / float(row.reach.split()[1])
        width = max(2.0, min(500.0, 200.0 * share))
        colour = "#2f7d4f" if row.passes() else "#b3402a"
        y = 28 * place + 26
        parts.append(f'<text x="190" y="{y + 13}" text-anchor="end" fill="#222222">{row.key} {row.reach.replace("<", "&lt;").replace(">", "&gt;")}</text>')
        parts.append(f'<rect x="200" y="{y}" width="{width:.1f}" height="18" fill="{colour}"/>')
        parts.append(f'<text x="{206 + width:.1f}" y="{y + 13}" fill="#222222">{row.value:.3g} {row.unit}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
