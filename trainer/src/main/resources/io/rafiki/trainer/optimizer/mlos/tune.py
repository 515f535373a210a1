#!/usr/bin/env python3
"""SMAC of mlos-core chooses the configurations after the default one, on all parameters or in the few dimensions of LlamaTune."""

import ConfigSpace
import pandas
from mlos_core.data_classes import Observation
from mlos_core.optimizers import SmacOptimizer
from mlos_core.spaces.adapters import LlamaTuneAdapter

import trial


def special(each):
    """The numbers directly below the minimum stand for the special values, because LlamaTune takes both from one range."""
    return {each["min"] - 1 - i: name for i, name in enumerate(each["special"])} if each["type"] == "integer" else {}


def widened(each):
    kind = kinds.get(each["name"], trial.NUMBER)
    if each["type"] == "categorical":
        choices = [str(choice) for choice in [*each["choices"], *each["special"]]]
        return {**each, "choices": choices, "default": str(each["default"] if kind == trial.NUMBER else kind)}
    codes = {name: number for number, name in special(each).items()}
    low = min(codes.values(), default=each["min"])
    return {**each, "min": low, "log": each["log"] and low > 0, "default": codes.get(kind, each["default"])}


def hyperparameter(each):
    if each["type"] == "categorical":
        return ConfigSpace.CategoricalHyperparameter(each["name"], each["choices"], default_value=each["default"])
    number = (ConfigSpace.UniformIntegerHyperparameter if each["type"] == "integer"
              else ConfigSpace.UniformFloatHyperparameter)
    return number(each["name"], each["min"], each["max"], default_value=each["default"], log=each["log"])


def condition(each):
    """The number of a knob counts only if its KNOB.kind selects it."""
    return ConfigSpace.EqualsCondition(space[each["name"]], space[each["name"] + ".kind"], trial.NUMBER)


parser = trial.arguments(__doc__)
parser.add_argument("--llamatune", type=int, metavar="D", help="number of dimensions of LlamaTune, below that of the knobs")
options = parser.parse_args()

parameters = trial.SPACE["parameters"]
numbers = {}
if options.llamatune:
    kinds = {each["knob"]: each["default"] for each in parameters if "knob" in each}
    parameters = [each for each in parameters if "knob" not in each]
    numbers = {each["name"]: special(each) for each in parameters if special(each)}
    parameters = [widened(each) for each in parameters]
space = ConfigSpace.ConfigurationSpace(seed=options.seed)
space.add([hyperparameter(each) for each in parameters])
if not options.llamatune:
    space.add([condition(each) for each in parameters if each["special"]])
adapter = LlamaTuneAdapter(
    orig_parameter_space=space,
    num_low_dims=options.llamatune,
    special_param_values={name: list(values) for name, values in numbers.items()}) if options.llamatune else None
optimizer = SmacOptimizer(
    parameter_space=space,
    optimization_targets=["score"],
    space_adapter=adapter,
    seed=options.seed,
    max_trials=options.budget)
baseline = pandas.Series(dict(space.get_default_configuration()), dtype=object)
start = [baseline]


def ask():
    """The baseline first, and then suggestions."""
    if start:
        return start.pop(), trial.configuration({each["name"]: each["default"] for each in trial.SPACE["parameters"]})
    config = optimizer.suggest().config
    chosen = dict(config)
    for name, values in numbers.items():
        chosen[name] = values.get(chosen[name], chosen[name])
    return config, trial.configuration(chosen)


def tell(config, cost):
    # mlos-core expects every parameter, and drops those without a value
    observation = Observation(config=config.reindex(list(space)), score=pandas.Series({"score": cost}))
    try:
        optimizer.register(observations=observation)
    except ValueError:
        # LlamaTune did not suggest the baseline, and finds no point for it in its few dimensions
        if adapter is None or config is not baseline:
            raise


trial.tune(options, ask, tell)
