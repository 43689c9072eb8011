"""What reading was fitted to, from the files that hold it: in `config`, or those that a bench has written."""

from __future__ import annotations

import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import config
from config.errors import ConfigError
from planning.methods.treedebater.reading.fitted import OF_PAIR, ORDER, Acceptance, KindModel, Kinds, PairModel, Weights
from planning.methods.treedebater.reading.prepared_claims import Recognition
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder

FOLDER = Path(config.__file__).parent
WEIGHTS, PAIRS = FOLDER / "recognition.json", FOLDER / "pairs.json"
KIND_MODEL = FOLDER / "objection_kinds.npz"
OF_KIND_MODEL = ("mean", "of_vector", "of_cues", "always")


def recognition(rehearsal: Rehearsal, embedder: Embedder) -> Recognition:
    """The prepared claims of a motion, to be recognised as we do."""
    return Recognition(rehearsal, embedder, weights(), pairs())


def kinds() -> Kinds:
    """The kinds of objections, to be told as we do."""
    return Kinds(kind_model())


@cache
def weights(path: Path = WEIGHTS) -> Weights:
    """Raises ConfigError: the file cannot be read, or names other features."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        return Weights.of(raw["node"], raw["nothing"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path}: not the weights of a reader: {error}") from error


@cache
def pairs(path: Path = PAIRS) -> PairModel:
    """Raises ConfigError: the file cannot be read, or is for other features."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        if tuple(raw["features"]) != OF_PAIR:
            raise ValueError("it is for other features")
        acceptance = Acceptance.of(float(raw["acceptance"]["base"]), raw["acceptance"]["weights"])
        return PairModel.of(float(raw["base"]), raw["trees"], acceptance, float(raw["named"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path}: not a model of pairs: {error}") from error


@cache
def kind_model(path: Path = KIND_MODEL) -> KindModel:
    """Raises ConfigError: the file cannot be read, or is for other kinds."""
    try:
        with np.load(path, allow_pickle=False) as raw:
            if tuple(raw["kinds"]) != tuple(map(str, ORDER)):
                raise ValueError("it is for other kinds")
            mean, of_vector, of_cues, always = (raw[name].astype(np.float32) for name in OF_KIND_MODEL)
            return KindModel(str(raw["encoder"]), mean, of_vector, of_cues, always, float(raw["sure"]))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ConfigError(f"{path}: not a model of kinds of objections: {error}") from error
