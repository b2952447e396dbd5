"""Writes networks as weights in TypeScript, reads them back, and writes references of them. Needs numpy and torch.

Parameters are stored as 16-bit integers in base64, and the scale of one. A residual network has the layers `first`,
`layers` and `output`; they are stored in this order, each its weights and then its biases, as `residual-network.ts` reads them.
"""

import base64
import datetime
import hashlib
import json
import pathlib
import re

import numpy as np
import torch

ROOT = pathlib.Path(__file__).parents[3]
DSP = ROOT / "src" / "dsp"
REFERENCES = ROOT / "test" / "reference"


def parameters(net):
    return [part for layer in (net.first, *net.layers, net.output) for part in (layer.weight, layer.bias)]


def stored(parts, indent=""):
    values = np.concatenate([part.detach().numpy().ravel() for part in parts])
    scale = float(f"{np.abs(values).max() / 32767:.6g}")
    integers = np.clip(np.round(values / scale), -32767, 32767).astype("<i2")
    text = base64.b64encode(integers.tobytes()).decode()
    return f'{{\n{indent}  scale: {scale},\n{indent}  values:\n{indent}    "{text}",\n{indent}}}'


def stored_values(path):
    """Scale and base64 text of each net in a file of weights."""
    return re.findall(r'scale: ([\d.e-]+),\s+values:\s+"([\w+/=]+)"', path.read_text())


def digest(path):
    """Digest of the base64 texts of a file of weights."""
    return hashlib.sha256("".join(text for _, text in stored_values(path)).encode()).hexdigest()


def restored(new_net, path):
    """Returns the nets of a file of weights; `new_net` makes one of their kind."""
    nets = []
    for scale, text in stored_values(path):
        integers = np.frombuffer(base64.b64decode(text), "<i2").astype(np.float32)
        net = new_net()
        parts = parameters(net)
        values = torch.split(torch.from_numpy(integers * float(scale)), [part.numel() for part in parts])
        with torch.no_grad():
            for part, value in zip(parts, values):
                part.copy_(value.view_as(part))
        nets.append(net.eval())
    return nets


def write_weights(path, name, command, scores, nets, parts_of=parameters):
    """Writes nets as the constant `name`, and prints what stands in its comment: the command and lines of scores.

    `nets` is a list, or one net, which is written as such.
    """
    title, *lines = scores
    lines = [f"Made by src/training/{command}", f"on {datetime.date.today()}. {title}", *lines]
    print("\n".join(lines))
    if isinstance(nets, list):
        kind = "readonly StoredWeights[]"
        value = "[\n" + "".join(f"  {stored(parts_of(net), '  ')},\n" for net in nets) + "]"
    else:
        kind, value = "StoredWeights", stored(parts_of(nets))
    path.write_text(
        'import type { StoredWeights } from "../../network/stored-weights.js";\n\n/**\n'
        + "".join(f" * {line}\n" for line in lines)
        + f" */\nexport const {name}: {kind} = {value};\n"
    )


def waves(inputs, steps):
    """Inputs of references, inputs x steps: input i at step s is sin(0.37 i + 0.9 s + 0.01 i s)."""
    place, step = np.arange(inputs)[:, None], np.arange(steps)[None]
    return np.sin(0.37 * place + 0.9 * step + 0.01 * place * step)


def write_reference(name, path, recipe, values):
    """Writes what the nets of a file of weights say to `waves`, by which a test judges the TypeScript."""
    reference = {"recipe": f"{recipe}; torch {torch.__version__}", "weightsSha256": digest(path), **values}
    (REFERENCES / f"{name}.json").write_text(json.dumps(reference, indent=2) + "\n")
