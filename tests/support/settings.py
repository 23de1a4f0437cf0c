#!/usr/bin/env python3
"""The table of settings in docs/operators.md, generated from Rocket.toml.

    tests/support/settings.py            writes the table
    tests/support/settings.py --check    fails if it is out of date

A setting is a commented key. The comment on its line describes it, or else the first sentence of the comment above. A value whose
comment begins with "example" is no default. A table ends at a blank line.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "Rocket.toml"
PAGE = ROOT / "docs/operators.md"
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->"

TABLE = re.compile(r"# \[default\.(\w+)\]$")
KEY = re.compile(r"# ([a-z][\w-]*)\s+= (.+?)(?:\s+# (.+))?$")
CONTINUED = re.compile(r"#\s{20,}# (.+)")
LIMIT = re.compile(r"\{ burst = (\d+), +per_minute = (\d+) \}")


def settings(text):
    """Each setting: name, default and description."""
    rows, table, comment, is_comment = [], "", "", False
    for line in text.splitlines():
        key, begins, continued = KEY.match(line), TABLE.match(line), CONTINUED.match(line)
        if not line.startswith("#"):
            table, is_comment = "", False
        elif begins:
            table = f"{begins[1]}."
        elif continued:
            rows[-1][2] += f" {continued[1]}"
        elif key:
            name, value, said = key.groups("")
            default = "" if said.startswith("example") else value
            said = re.sub(r"^example(; )?", "", said) or re.split(r"(?<=\.) (?=[A-Z`])", comment)[0]
            rows.append([table + name, default, said])
            is_comment = False
        else:
            comment = f"{comment} {line[2:]}" if is_comment else line[2:]
            is_comment = True
    return rows


def table(rows):
    lines, seen = ["| setting | default | what it is |", "|---|---|---|"], set()
    for name, value, said in rows:
        if name in seen:
            continue
        seen.add(name)
        limit = LIMIT.fullmatch(value)
        value = f"{limit[1]}, {limit[2]}/min" if limit else f"`{value}`" if value else "–"
        said = said.rstrip(".").replace("|", "\\|")
        said = said if "://" in said.split()[0] else said[0].upper() + said[1:]
        lines.append(f"| `{name}` | {value} | {said} |")
    return "\n".join(lines) + "\n"


def main():
    page = PAGE.read_text()
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    now = f"{before}{BEGIN}{table(settings(SETTINGS.read_text()))}{END}{after}"
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(now)
    elif page != now:
        sys.exit("docs/operators.md is out of date: run tests/support/settings.py")


if __name__ == "__main__":
    main()
