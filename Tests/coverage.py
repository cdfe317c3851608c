"""Lines of Sources/ by target, from what llvm-cov exports: coverage.py UNIT ALL"""

import collections
import json
import sys


def read(path):
    """Covered lines, and all of them, by target and file."""
    files = {}
    for unit in json.load(open(path))["data"]:
        for file in unit["files"]:
            if "/Sources/" in file["filename"]:
                target, name = file["filename"].split("/Sources/", 1)[1].split("/", 1)
                lines = file["summary"]["lines"]
                files[target, name] = (lines["covered"], lines["count"])
    return files


def by_target(files):
    lines = collections.defaultdict(lambda: [0, 0])
    for (target, _), (covered, count) in files.items():
        for key in (target, ""):
            lines[key][0] += covered
            lines[key][1] += count
    return lines


unit, every = (by_target(read(path)) for path in sys.argv[1:3])
print("unit tests   and labs     lines  target")
for target in sorted(every):
    covered, count = every[target]
    if target:
        print(f"{100 * unit[target][0] / count:8.1f} % {100 * covered / count:8.1f} % {count:9}  {target}")
print("\nmost lines that nothing executes:")
missing = ((count - covered, *key) for key, (covered, count) in read(sys.argv[2]).items())
for lines, target, file in sorted(missing, reverse=True)[:20]:
    print(f"{lines:6}  {target}/{file}")
covered, count = every[""]
share = 100 * covered / count
print(f"\n{share:.1f} % of {count} lines, {100 * unit[''][0] / count:.1f} % by the unit tests alone")
sys.exit(share < 95)
