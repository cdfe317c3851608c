"""Lines of Sources/ by target, from what llvm-cov exports: coverage.py FILE"""

import collections
import json
import sys

lines = collections.defaultdict(lambda: [0, 0])
seen = {}
for unit in json.load(open(sys.argv[1]))["data"]:
    for file in unit["files"]:
        if "/Sources/" in file["filename"]:
            seen[file["filename"]] = file["summary"]["lines"]
files = []
for name, summary in seen.items():
    target, file = name.split("/Sources/", 1)[1].split("/", 1)
    lines[target][0] += summary["covered"]
    lines[target][1] += summary["count"]
    files.append((summary["count"] - summary["covered"], target, file))
for target, (covered, count) in sorted(lines.items()):
    print(f"{100 * covered / count:6.1f} %  {covered:5} of {count:5}  {target}")
print("\nmost lines that no test executes:")
for missing, target, file in sorted(files, reverse=True)[:12]:
    print(f"{missing:6}  {target}/{file}")
covered, count = (sum(entry[index] for entry in lines.values()) for index in (0, 1))
share = 100 * covered / count
print(f"\n{share:.1f} % of {count} lines")
sys.exit(share < 95)
