"""Holds what the tests did not notice against docs/mutants.md: judge.py FOLDER LIST"""

import collections
import pathlib
import sys

folder, listed_in = map(pathlib.Path, sys.argv[1:])
mutants = {}
for line in (folder / "mutants.tsv").read_text().splitlines():
    number, file, where, was, becomes = line.split("\t")
    mutants[number] = (file, where, was, becomes)

# A file's name as a heading, and for each mutant a line with "- " and one with "+ ".
listed = collections.Counter()
file = was = None
for line in listed_in.read_text().splitlines():
    if line.startswith("## "):
        file = line[3:].strip()
    elif line.startswith("- "):
        was = line[2:].strip()
    elif line.startswith("+ "):
        listed[file, was, line[2:].strip()] += 1

results = dict(line.split() for line in (folder / "results").read_text().splitlines())
unnoticed, failed = 0, 0
for number, result in sorted(results.items(), key=lambda entry: int(entry[0])):
    file, where, was, becomes = mutants[number]
    is_listed = (file, was, becomes) in listed
    if result == "unnoticed":
        unnoticed += 1
        if not is_listed:
            failed += 1
            print(f"FAILED {file}:{where}: no test notices, and {listed_in.name} has no reason for\n    - {was}\n    + {becomes}")
    elif is_listed:
        failed += 1
        print(f"FAILED {file}:{where}: a test notices what {listed_in.name} says goes unnoticed\n    - {was}\n    + {becomes}")
known = {(file, was, becomes) for file, _, was, becomes in mutants.values()}
for file, was, becomes in listed:
    if (file, was, becomes) not in known:
        failed += 1
        print(f"FAILED {listed_in.name} has a mutant that there is not: {file}\n    - {was}\n    + {becomes}")
noticed = len(results) - unnoticed
share = 100 * noticed / len(results)
print(f"{len(results)} of {len(mutants)} mutants, {noticed} noticed: {share:.1f} %")
if share < 95:
    failed += 1
    print("FAILED fewer than 95 % are noticed")
print(f"{noticed} passed, {failed} failed")
sys.exit(failed > 0)
