"""Puts the package and the library into one wheel for every Python: `wheel.py FOLDER [TREE]`.

TREE is what a release installs: the command and the licences, which then are in the wheel too. Only
such a wheel says that it is for other machines than this one.
"""

import base64
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
NAME = "quote-engine"


def version() -> str:
    source = (HERE.parent / "Sources/QuoteEngine/Pricer.swift").read_text()
    return re.search(r'version = "([^"]+)"', source).group(1)


def glibc(*programs: Path) -> str:
    """The newest glibc whose symbols they name, as the tags of wheels say it."""
    listed = "".join(
        subprocess.run(["objdump", "-T", str(path)], capture_output=True, text=True, check=True).stdout
        for path in programs)
    newest = max(17, *map(int, re.findall(r"GLIBC_2[.](\d+)", listed)))
    return f"2_{newest}"


def linked(library: Path) -> list[str]:
    """Shared libraries that the package needs and this machine's Python may not find."""
    listed = subprocess.run(
        ["ldd", str(library)], capture_output=True, text=True, check=True).stdout
    return [path for name, path in re.findall(r"(\S+) => (\S+)", listed) if "simdjson" in name]


def metadata() -> str:
    text = (HERE / "README.md").read_text()
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {NAME}\nVersion: {version()}\n"
        "Summary: Price rules over tables: quotes of millions of bookings, explained to the cent\n"
        "Requires-Python: >=3.10\n"
        "Provides-Extra: spark\nRequires-Dist: pyspark; extra == 'spark'\n"
        "Requires-Dist: pyarrow; extra == 'spark'\n"
        "Provides-Extra: ray\nRequires-Dist: ray[data]; extra == 'ray'\n"
        "Description-Content-Type: text/markdown\n\n" + text)


def build(folder: Path, tree: Path | None) -> Path:
    package = folder / "quote"
    for source in sorted((HERE / "quote").glob("*")):
        if source.is_file():
            shutil.copy(source, package)
    library = package / "libquote.so"
    for path in linked(library):
        if Path(path).resolve().parent != package.resolve():
            shutil.copy(path, package / Path(path).name)
    (package / "include").mkdir(exist_ok=True)
    for header in ("CQuote/include/quote.h", "CArrow/include/carrow_abi.h"):
        shutil.copy(HERE.parent / "Sources" / header, package / "include")
    platforms = f"manylinux_{glibc(library, tree / 'usr/bin/quote')}" if tree else "linux"
    tag = f"py3-none-{platforms}_{platform.machine()}"
    info = f"{NAME.replace('-', '_')}-{version()}.dist-info"
    files = {
        f"quote/{path.relative_to(package)}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts}
    if tree:
        data = info.replace(".dist-info", ".data")
        files[f"{data}/scripts/quote"] = (tree / "usr/bin/quote").read_bytes()
        files[f"{info}/licenses/copyright"] = (tree / "usr/share/doc/quote/copyright").read_bytes()
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: quote\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    record = "".join(
        f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = folder / f"{NAME.replace('-', '_')}-{version()}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # The same bytes make the same wheel, whenever it is built.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


if __name__ == "__main__":
    print(build(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
