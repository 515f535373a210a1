#!/usr/bin/env python3
"""The Gaussian process of Optuna chooses the configurations, after the default configuration and nine random ones."""

import optuna

import trial


def distribution(each):
    if each["type"] == "categorical":
        return optuna.distributions.CategoricalDistribution(each["choices"])
    number = (optuna.distributions.IntDistribution if each["type"] == "integer"
              else optuna.distributions.FloatDistribution)
    return number(each["min"], each["max"], log=each["log"])


options = trial.arguments(__doc__).parse_args()
optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(direction="minimize", sampler=optuna.samplers.GPSampler(seed=options.seed))
study.enqueue_trial({each["name"]: each["default"] for each in trial.SPACE["parameters"]})
# every parameter in every trial: the process takes no conditional ones
space = {each["name"]: distribution(each) for each in trial.SPACE["parameters"]}


def ask():
    suggestion = study.ask(space)
    return suggestion, trial.configuration(suggestion.params)


trial.tune(options, ask, study.tell)
