"""What people work on over matches, under a key that only they have: shown to them, exported, deleted by them.

learners/ID.json   one for each: a name, a hash of the key and of the link, what is followed of each match. No words.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from pydantic import ValidationError

from agent.coach.coaching import Progress
from agent.server.contracts.contract import Contract
from agent.server.hold.invitations import hashed
from config.errors import LogError, RuleError, UsageError

FOLDER = "learners"
MATCHES = 200  # of one learner; the oldest give way
_KEY = re.compile(r"(?P<id>[a-z0-9]{16})\.(?P<secret>[A-Za-z0-9_-]{16,64})")


class NoSuchLearner(UsageError):
    """Nothing is kept under that key or link."""

    def __init__(self) -> None:
        super().__init__("nothing is kept under this key or link: it may have been deleted by its owner")


class Learner(Contract):
    """As it is kept."""

    name: str
    key: str
    link: str = ""
    matches: tuple[Progress, ...] = ()


class Learners:
    """Of a data folder; its methods read and write files, and belong into a thread. `most`: that are kept."""

    def __init__(self, root: Path, most: int) -> None:
        self._root, self._most = root / FOLDER, most
        self._one = Lock()

    def make(self, name: str) -> str:
        """The key of somebody new. Raises UsageError: too many are kept. LogError: it cannot be written."""
        with self._one:
            if self._root.is_dir() and sum(1 for _ in self._root.glob("*.json")) >= self._most:
                raise UsageError("no more learners are kept on this server: keep your progress in the browser")
            id, secret = secrets.token_hex(8), secrets.token_urlsafe(24)
            self._write(id, Learner(name=name, key=hashed(secret)))
        return f"{id}.{secret}"

    def of(self, key: str) -> Learner:
        """Raises NoSuchLearner."""
        return self._known(key)[1]

    def shared(self, link: str) -> Learner:
        """Who gave that link away. Raises NoSuchLearner."""
        id, secret = _parts(link)
        learner = self._read(id)
        if not learner.link or not hmac.compare_digest(learner.link, hashed(secret)):
            raise NoSuchLearner
        return learner

    def follow(self, key: str, progress: Progress) -> Learner:
        """One match more, or the same again. Raises NoSuchLearner, LogError."""

        def with_it(learner: Learner) -> Learner:
            others = [one for one in learner.matches if (one.match, one.side) != (progress.match, progress.side)]
            return learner.model_copy(update={"matches": tuple([*others, progress][-MATCHES:])})

        return self._change(key, with_it)

    def forget(self, key: str, match: str) -> Learner:
        """Without that match. Raises NoSuchLearner, LogError; RuleError: it is not followed."""

        def without(learner: Learner) -> Learner:
            kept = tuple(one for one in learner.matches if one.match != match)
            if len(kept) == len(learner.matches):
                raise RuleError(f"match {match} is not followed")
            return learner.model_copy(update={"matches": kept})

        return self._change(key, without)

    def share(self, key: str) -> str:
        """A link with which others may read it, in place of an earlier one. Raises NoSuchLearner, LogError."""
        secret = secrets.token_urlsafe(24)
        self._change(key, lambda learner: learner.model_copy(update={"link": hashed(secret)}))
        return f"{_parts(key)[0]}.{secret}"

    def unshare(self, key: str) -> Learner:
        """No link reads it any more. Raises NoSuchLearner, LogError."""
        return self._change(key, lambda learner: learner.model_copy(update={"link": ""}))

    def delete(self, key: str) -> None:
        """All of it, at once. Raises NoSuchLearner, LogError."""
        with self._one:
            id, _ = self._known(key)
            try:
                self._path(id).unlink()
            except OSError as error:
                raise LogError(f"what you keep here cannot be deleted: {error.strerror}") from error

    def _change(self, key: str, change: Callable[[Learner], Learner]) -> Learner:
        with self._one:
            id, learner = self._known(key)
            changed = change(learner)
            self._write(id, changed)
        return changed

    def _known(self, key: str) -> tuple[str, Learner]:
        id, secret = _parts(key)
        learner = self._read(id)
        if not hmac.compare_digest(learner.key, hashed(secret)):
            raise NoSuchLearner
        return id, learner

    def _path(self, id: str) -> Path:
        return self._root / f"{id}.json"

    def _read(self, id: str) -> Learner:
        try:
            return Learner.model_validate_json(self._path(id).read_text(encoding="utf-8"))
        except (OSError, ValidationError, UnicodeDecodeError):
            raise NoSuchLearner from None

    def _write(self, id: str, learner: Learner) -> None:
        path = self._path(id)
        half = path.with_suffix(".half")
        try:
            self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
            half.write_text(learner.model_dump_json(), encoding="utf-8")
            os.replace(half, path)
        except OSError as error:
            raise LogError(f"what you keep here cannot be written: {error.strerror}") from error


def _parts(key: str) -> tuple[str, str]:
    found = _KEY.fullmatch(key)
    if found is None:
        raise NoSuchLearner
    return found["id"], found["secret"]
