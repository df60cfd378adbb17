"""The examples of a page, run in their order: `pages.py docs/python.md`."""

import os
import re
import sys
import tempfile
from pathlib import Path


def run(page: Path) -> int:
    blocks = re.findall(r"^```(\S*)\n(.*?)^```$", page.read_text(), re.M | re.S)
    scope: dict = {}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for kind, text in blocks:
            if "." in kind:
                Path(kind).write_text(text)
            elif kind == "python":
                exec(compile(text, f"{page.name}, example {count + 1}", "exec"), scope)
                count += 1
    return count


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        print(f"{path.name}: {run(path)} examples")
