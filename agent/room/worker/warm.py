"""Imports and reads what a job will need, once, in the process that jobs are forked from: it is there the sooner."""

from __future__ import annotations

import contextlib
import importlib
import os
import ssl

import certifi

import agent.room.worker.job  # noqa: F401  (all of a debater and a scribe, for its own sake)
from config.errors import ConfigError
from config.shipped import EXCHANGES, load_phrases

HEAVY = ("numpy", "ctranslate2", "tokenizers", "faster_whisper", "onnxruntime", "hibari", "hibari.dsp", "hibari.g2p")

for name in HEAVY:
    with contextlib.suppress(Exception):  # what cannot be had is said where it is chosen
        importlib.import_module(name)

with contextlib.suppress(ConfigError):  # as above
    load_phrases()
    load_phrases(EXCHANGES)


def _trusts_somebody() -> bool:
    paths = ssl.get_default_verify_paths()
    return bool(paths.cafile or (paths.capath and os.path.isdir(paths.capath)))


if not _trusts_somebody():  # a small container: the library sees to it in the worker, after which nobody is forked
    os.environ["SSL_CERT_FILE"] = certifi.where()
