"""Where a Coqui model lies: a path, or one of Coqui's own names, which is fetched only if it may be."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from config.errors import ProviderError
from config.plain_text import reason

CONFIG = "config.json"
PREFERRED = ("best_model.pth", "model_file.pth", "model_file.pth.tar", "model.pth", "checkpoint.pth")
WHOLE_FOLDERS = ("xtts", "bark", "tortoise")  # models that load several files of their folder
HUB_NAME = re.compile(r"tts_models(/[\w.-]+){3}")


@dataclass(frozen=True)
class Files:
    """Where a model lies; `vocoder` for those that make spectrograms only."""

    model: Path
    config: Path
    vocoder: Files | None = None


def local(name: str, model: str, folder: Path | None) -> Files | None:
    """The files of a model given by path; None for a name of Coqui's. Raises ProviderError."""
    path = Path(model).expanduser()
    if not path.exists() and folder is not None:
        path = folder / model
    if path.exists():
        return _in_folder(name, path) if path.is_dir() else _files(name, path, path.parent / CONFIG)
    if HUB_NAME.fullmatch(model):
        return None
    raise ProviderError(name, "is neither a file or folder here nor a name such as tts_models/en/ljspeech/vits")


def _in_folder(name: str, folder: Path) -> Files:
    weights = sorted(path for path in folder.iterdir() if path.name.endswith((".pth", ".pth.tar", ".pt")))
    chosen = next((folder / known for known in PREFERRED if folder / known in weights), None)
    if _kind(folder / CONFIG) in WHOLE_FOLDERS:
        return _files(name, folder, folder / CONFIG)
    if chosen is None and len(weights) != 1:
        there = f"{len(weights)} model files" if weights else "no model file (.pth)"
        raise ProviderError(name, f"{folder} holds {there}; name the one to be used")
    return _files(name, chosen or weights[0], folder / CONFIG)


def _files(name: str, model: Path, config: Path) -> Files:
    if not config.is_file():
        raise ProviderError(name, f"the configuration {config} is missing; put it beside the model")
    return Files(model, config)


def _kind(config: Path) -> str:
    try:
        return str(json.loads(config.read_text(encoding="utf-8"))["model"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # said in its place: when the file is needed


def named(name: str, model: str, download: bool) -> Files:
    """The files of a model by Coqui's name, fetched if they may be. Raises ProviderError."""
    manager = import_module("TTS.utils.manage").ModelManager()
    kind, language, dataset, one = model.split("/")
    item = manager.models_dict.get(kind, {}).get(language, {}).get(dataset, {}).get(one)
    if item is None:
        raise ProviderError(name, "is none of Coqui's models; list them with: tts --list_models")
    vocoder = item.get("default_vocoder")
    try:
        files = _on_disk(name, manager, model, item, download)
        return Files(files.model, files.config, vocoder and _named_vocoder(name, manager, vocoder, download))
    except ProviderError:
        raise
    except Exception as error:  # requests, the hub, a damaged archive
        raise ProviderError(name, f"could not be fetched ({reason(error)})", retryable=True) from error


def _named_vocoder(name: str, manager: Any, model: str, download: bool) -> Files:
    kind, language, dataset, one = model.split("/")
    return _on_disk(name, manager, model, manager.models_dict[kind][language][dataset][one], download)


def _on_disk(name: str, manager: Any, model: str, item: dict[str, Any], download: bool) -> Files:
    """The files of a model or vocoder that Coqui knows. Raises ProviderError, and whatever fetching raises."""
    folder = Path(manager.output_prefix) / model.replace("/", "--")
    if not manager.tos_agreed(item, folder):  # the library would ask on the terminal and wait
        raise ProviderError(name, "has a licence to agree to: read it (CPML), then set COQUI_TOS_AGREED=1")
    if not download:
        folder = _from_hub_cache(item) if "repo_id" in item else folder
        if not folder.is_dir():
            which = "is" if model in name else f"its {model} is"
            told = f"{which} not on this machine (set speaking.neural.download once, or give a path)"
            raise ProviderError(name, told)
        return _in_folder(name, folder)
    new = not folder.exists()
    try:
        found, config, _ = manager.download_model(model)
    except Exception:
        if new:  # half a model would pass for a whole one the next time
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return _files(name, Path(found), Path(config))


def _from_hub_cache(item: dict[str, Any]) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        return Path(snapshot_download(item["repo_id"], local_files_only=True))
    except LocalEntryNotFoundError:
        return Path("/nowhere")
