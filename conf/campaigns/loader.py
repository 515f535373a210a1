"""Trials of a campaign as rows (workload, configuration, throughput). README.md documents the columns.

    python3 loader.py [TRIALS [WORKLOAD CONFIGURATION]]

prints the rows, or the throughput of the trials nearest to a workload and a configuration, which are objects of JSON.
"""

import json
import pathlib
import sys

TRIALS = pathlib.Path(__file__).parent / "cassandra-5.0-2core" / "trials.jsonl"
MEASURED = ("ok", "not_stationary", "client_saturated", "eliminated")


def load(file=TRIALS):
    trials = map(json.loads, pathlib.Path(file).read_text(encoding="utf-8").splitlines())
    return [(each["workload"], each["effective"], each["throughput"]["mean"])
            for each in trials if each["status"] in MEASURED]


def lookup(rows, workload, configuration):
    """Mean throughput of the nearest rows. Numbers differ by their share of the range in all rows, other values by 1."""
    asked = {**workload, **configuration}
    # a trial without range reads omits their share; old trials omit their distribution
    known = [{"scanShare": 0, "distribution": "uniform", **row[0], **row[1]} for row in rows]

    def span(name):
        numbers = [row[name] for row in known if isinstance(row[name], (int, float))]
        return max(numbers, default=0) - min(numbers, default=0) or 1

    spans = {name: span(name) for name in asked}

    def difference(a, b, name):
        both = isinstance(a, (int, float)) and isinstance(b, (int, float))
        return abs(a - b) / spans[name] if both else float(a != b)

    distances = [sum(difference(value, row[name], name) for name, value in asked.items()) for row in known]
    least = min(distances)
    nearest = [row[2] for row, distance in zip(rows, distances) if distance == least]
    return sum(nearest) / len(nearest)


if __name__ == "__main__":
    table = load(*sys.argv[1:2])
    if len(sys.argv) > 3:
        print(lookup(table, json.loads(sys.argv[2]), json.loads(sys.argv[3])))
    else:
        for line in table:
            print(json.dumps(line))
