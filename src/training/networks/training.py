"""Trains nets, and is the main function of the programs that train a few nets of one kind. Needs numpy and torch.

The same data and options give the same nets on one machine.
"""

import argparse
import dataclasses
import pathlib
from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from networks.stored_networks import parameters, write_weights


@dataclasses.dataclass(frozen=True)
class Recipe:
    """How nets of one kind are trained: by a learning rate that rises and falls once."""

    new_net: Callable
    # Loss of a batch that it draws, from a net, the data and a random generator of numpy.
    loss: Callable
    learning_rate: float
    weight_decay: float
    optimiser: type = torch.optim.AdamW
    # Share of the steps in which the learning rate rises.
    rise: float = 0.3
    # Greatest norm of the gradients; None does not limit it.
    max_norm: float | None = None

    def train(self, data, steps, seed):
        """Returns a new net, trained by so many batches."""
        torch.manual_seed(seed)
        return self.fit(self.new_net(), data, steps, np.random.default_rng(seed))

    def fit(self, net, data, steps, rng):
        """Trains a net by so many batches, and returns it."""
        optimiser = self.optimiser(net.parameters(), lr=self.learning_rate, weight_decay=self.weight_decay)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, self.learning_rate, total_steps=steps, pct_start=self.rise)
        net.train()
        for _ in range(steps):
            loss = self.loss(net, data, rng)
            optimiser.zero_grad()
            loss.backward()
            if self.max_norm is not None:
                nn.utils.clip_grad_norm_(net.parameters(), self.max_norm)
            optimiser.step()
            schedule.step()
        return net.eval()


def divided(examples, every):
    """Examples to learn from and those held out: of one song in so many, of examples that are of no song one in so many.

    An example is a tuple whose first part is its label.
    """
    parts = [], []
    for index, example in enumerate(examples):
        parts[example[0].get("song", index) % every == 0].append(example)
    return parts


@dataclasses.dataclass(frozen=True)
class Program:
    """What a program trains: nets with seeds from 0 on, on the examples of some sets."""

    # Path below src/training, as the file of weights names it.
    path: str
    target: pathlib.Path
    # Name of the exported constant.
    constant: str
    recipe: Recipe
    # Unless the command line says otherwise.
    steps: int
    nets: int
    # Arguments that take paths of sets; those that start with -- are options, which True makes compulsory.
    sets: dict
    # Examples of the set at a path.
    read: Callable
    # Examples to learn from and those held out, of the examples of a set.
    divide: Callable
    # Data of the recipe, of the examples to learn from of each argument.
    data_of: Callable
    # What the scores tell.
    title: str
    # Scores of nets on examples, percent.
    scores_of: Callable
    noun: str = "clips"
    # Parameters of a net in the order in which they are stored.
    parts_of: Callable = parameters
    # Is called when the weights are written.
    write_reference: Callable = lambda: None

    def main(self):
        """Trains by the command line's sets and options, and writes the weights with the scores on the examples held out."""
        options = vars(self.parser().parse_args())
        torch.set_num_threads(1)

        taught, held = [], {}
        command = [self.path, f"--steps {options['steps']}", f"--nets {options['nets']}"]
        for argument in self.sets:
            paths, examples = options[argument.lstrip("-")], []
            for path in paths:
                own, held[path.name] = self.divide(self.read(path))
                examples += own
            taught.append(examples)
            command += [argument] if argument.startswith("--") and paths else []
            command += [path.name for path in paths]
        data = self.data_of(*taught)
        nets = [self.recipe.train(data, options["steps"], seed) for seed in range(options["nets"])]

        lines = [self.title]
        for name, own in held.items():
            scores = ", ".join(f"{score:.1f} %" for score in self.scores_of(nets, own))
            lines.append(f"{name} ({len(own)} {self.noun}) {scores}.")
        write_weights(self.target, self.constant, " ".join(command), lines, nets, self.parts_of)
        self.write_reference()

    def parser(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--steps", type=int, default=self.steps)
        parser.add_argument("--nets", type=int, default=self.nets)
        for argument, is_needed in self.sets.items():
            choice = {"required": is_needed, "default": []} if argument.startswith("--") else {}
            parser.add_argument(argument, nargs="+", type=pathlib.Path, **choice)
        return parser
