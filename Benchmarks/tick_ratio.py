#!/usr/bin/env python3
"""Compares the tick latencies of two programs that were run in turn.

    tick_ratio.py DIR

DIR has a file reference.N and a file swiped.N for each pair N, a latency in microseconds a line. Prints each
program's median, 99th percentile and worst of all ticks, and the ratio of the medians pair by pair: their geometric
mean with its 95 % interval, by Student's t on the logarithms, since ratios of times are skewed. Exits with 1 where the
interval reaches beyond 1.2, or swiped's 99th percentile beyond 5 ms.
"""
import math
import pathlib
import statistics
import sys

# Student's t, 97.5 %, by degrees of freedom.
STUDENT = {4: 2.776, 9: 2.262, 11: 2.201, 14: 2.145, 19: 2.093, 29: 2.045, 39: 2.023}


HIGHEST_RATIO = 1.2
LONGEST_US = 5000


def percentile(values, percent):
    """The nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def main():
    folder = pathlib.Path(sys.argv[1])
    runs = {}
    for path in folder.iterdir():
        name, pair = path.name.split(".")
        runs.setdefault(name, {})[int(pair)] = [int(line) for line in path.read_text().split()]
    print(f"{'ticks':<10} {'ticks':>7} {'median us':>10} {'99 % us':>9} {'worst us':>9}")
    for name in ("reference", "swiped"):
        latencies = [latency for run in runs[name].values() for latency in run]
        print(
            f"{name:<10} {len(latencies):>7} {statistics.median(latencies):>10.0f} "
            f"{percentile(latencies, 99):>9} {max(latencies):>9}"
        )
    logs = [
        math.log(statistics.median(runs["swiped"][pair]) / statistics.median(runs["reference"][pair]))
        for pair in sorted(runs["swiped"])
    ]
    degrees = len(logs) - 1
    known = [bound for bound in STUDENT if bound <= degrees]
    if not known:
        sys.exit("five pairs at least")
    mean = statistics.mean(logs)
    half = STUDENT[max(known)] * statistics.stdev(logs) / math.sqrt(len(logs))
    slowest = percentile([latency for run in runs["swiped"].values() for latency in run], 99)
    print(
        f"ratio of the medians over {len(logs)} pairs: {math.exp(mean):.3f}, "
        f"95 % interval {math.exp(mean - half):.3f} to {math.exp(mean + half):.3f}"
    )
    return 0 if math.exp(mean + half) <= HIGHEST_RATIO and slowest <= LONGEST_US else 1


sys.exit(main())
