"""Measures configurations by `rafiki trial`. Needs only Python's standard library.

space.json has the command, the workload, the objective and its limit, the parameters and the constraints.
results.jsonl gets one line per measured configuration; progress.log has the progress of the trials.
"""

import argparse
import json
import math
import pathlib
import signal
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SPACE = json.loads((FOLDER / "space.json").read_text(encoding="utf-8"))
RESULTS = FOLDER / "results.jsonl"
PROGRESS = FOLDER / "progress.log"

MEASURED = ("ok", "not_stationary", "client_saturated", "eliminated")
FAILED = ("failed", "timeout")
NUMBER = "number"
MOST_IMPOSSIBLE = 1000
CLIENT_TIMEOUT = 1e7  # microseconds
SPECIAL = {each["name"]: each["special"] for each in SPACE["parameters"]}
TERMINATED = 143
TYPES = {"integer": lambda value: int(float(value)), "real": float, "categorical": str}


# the end of a script ends its trial too
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(TERMINATED))


def configuration(parameters):
    """Knob to value, from the parameters of an optimiser. A special value in KNOB.kind replaces the number of the knob."""
    values = {}
    for each in SPACE["parameters"]:
        value = parameters.get(each["name"])
        if "knob" in each:
            if value not in (None, NUMBER):
                values[each["knob"]] = value
        elif value is not None and each["name"] not in values:
            values[each["name"]] = value if value in each["special"] else TYPES[each["type"]](value)
    return values


def possible(values):
    """Whether the values satisfy all constraints between knobs."""
    return all(exempt(each, values) or total(each["sum"], values) <= total(each["max"], values)
               for each in SPACE["constraints"])


def exempt(constraint, values):
    return any(str(values[knob]) in texts for knob, texts in constraint["except"].items())


def total(addends, values):
    # the only value of a range is a choice, and thus a text
    return sum(each["constant"] * math.prod(float(SPECIAL[knob].get(values[knob], values[knob])) for knob in each["knobs"])
               for each in addends)


def measure(workload, values, seed):
    """Measures one configuration, once more if other processes disturbed the trial, and appends a line to results.jsonl.

    Returns the line. Its rate is None if the node failed with this configuration. Its p99 is None if the node did not carry the
    open_loop_rate of the plan, or the plan has none.
    """
    trial = run(workload, values, seed)
    seconds = trial["seconds"]
    if trial["status"] not in MEASURED + FAILED:
        trial = run(workload, values, seed)
        seconds += trial["seconds"]
    if trial["status"] not in MEASURED + FAILED:
        stop(1, f"expected a measured trial, found {trial['status']} twice: {trial.get('cause')}"
                " Let the machine rest, and continue by the same command.")
    measured = trial if trial["status"] in MEASURED else {}
    result = {"values": values, "workload": workload, "seed": seed, "seconds": round(seconds, 1),
              "rate": measured.get("rate"), "p99": measured.get("p99AtRate"), "trial": trial}
    with open(RESULTS, "a", encoding="utf-8") as results:
        results.write(json.dumps(result) + "\n")
    return result


def cost(result):
    """What the optimiser minimises: the negative rate, or the p99 in microseconds. None without it, or above the limit of the p99."""
    p99 = result.get("p99")
    if "maxP99" in SPACE and (p99 is None or p99 > SPACE["maxP99"]):
        return None
    if SPACE["objective"] == "p99":
        return p99
    return None if result["rate"] is None else -result["rate"]


def results():
    """The lines of results.jsonl."""
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()] if RESULTS.exists() else []


def cost_of_failure(told):
    """The cost of a quarter of the lowest rate so far, or of four times the highest p99."""
    costs = [cost(each) for each in told if cost(each) is not None]
    return 4 * max(costs, default=CLIENT_TIMEOUT) if SPACE["objective"] == "p99" else max(costs, default=0) / 4


def run(workload, values, seed):
    """Runs the command once and returns the object that it prints."""
    command = [*SPACE["command"], "--workload", workload, "--seed", str(seed),
               "--config", ",".join(f"{knob}={value}" for knob, value in values.items())]
    with open(PROGRESS, "a+", encoding="utf-8") as progress:
        start = progress.seek(0, 2)
        try:
            process = subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, stderr=progress, text=True)
        except OSError as error:
            stop(2, f"expected the command {command[0]}, found none: {error.strerror}. Correct `command` in space.json.")
        try:
            printed, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait()  # the trial ends its node first
            sys.exit(130)
        except SystemExit:
            process.terminate()
            process.wait()
            raise
        progress.seek(start)
        errors = progress.read().splitlines()
    if not printed.strip():
        lines = [line for line in errors if line and not line.startswith(("Try '", "\t", " "))]
        stop(max(process.returncode, 1), lines[-1] if lines else f"expected a line of JSON, found none. See {PROGRESS}.")
    return json.loads(printed)


def stop(code, line):
    print(line, file=sys.stderr)
    sys.exit(code)


def arguments(description):
    """The options of every script that asks an optimiser and tells it results."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--budget", type=int, default=60, help="number of trials; with --machine-seconds the expected one; default: 60")
    parser.add_argument("--seed", type=int, default=1, help="seed of the optimiser and of the first trial, from 1; default: 1")
    parser.add_argument("--machine-seconds", type=float, default=math.inf, help="stop after trials of this total length")
    return parser


def tune(options, ask, tell):
    """Asks for configurations and tells their costs, until the budget is used.

    Lines of results.jsonl are told first, so the same command continues a stopped one. An impossible configuration is not
    measured. It and one that has no cost count as a failure.

    ask: returns what to tell about, and knob to value
    tell: takes the former and a cost, which the optimiser minimises
    """
    earlier = results()
    told = []
    impossible = 0
    def has_budget():
        timed = options.machine_seconds < math.inf
        return sum(each["seconds"] for each in told) < options.machine_seconds if timed else len(told) < options.budget

    while has_budget():
        suggestion, values = ask()
        if not possible(values):
            impossible += 1
            if impossible > MOST_IMPOSSIBLE:
                stop(2, f"expected configurations that satisfy the constraints, found {impossible} that do not.")
            tell(suggestion, cost_of_failure(told))
            continue
        if len(told) < len(earlier):
            result = earlier[len(told)]
            if result["values"] != values:
                stop(2, f"{RESULTS}:{len(told) + 1}: expected the configuration {values}, found {result['values']}."
                        " Use the same options and versions as before, or another folder.")
            if "seconds" not in result:
                stop(2, f"{RESULTS}:{len(told) + 1}: expected the seconds of the trial, found none."
                        " Remove this line and those after it, or use another folder.")
        else:
            result = measure(SPACE["workload"], values, options.seed + len(told))
        tell(suggestion, cost_of_failure(told) if cost(result) is None else cost(result))
        told.append(result)
        print(json.dumps(result), flush=True)
    best = min((each for each in told if cost(each) is not None), key=cost, default=None)
    print(json.dumps({"best": best and best["values"], "rate": best and best["rate"], "p99": best and best.get("p99"),
                      "trials": len(told), "seconds": round(sum(each["seconds"] for each in told), 1)}))
