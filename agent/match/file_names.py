"""Files by their names: what is sent to others says nothing of where they lay on this machine. Pure.

A path is told by its last part; the addresses of servers, and the routes on them, stay as they are.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

_PART = r"[^\s/\\:;,\"'“”‘’()<>|*?\[\]{}]+"
_FOLDER = rf"{_PART}(?: {_PART}){{0,4}}[/\\]"  # spaces are told from those of a sentence by the slash that follows
_ADDRESS, _ROUTE, _MARKUP = r"\b(?!file:)[A-Za-z][\w+.-]+://\S*", r"(?<![\w/])/v\d+(?:/\w+)*", r"[\[<]/\w+[\]>]"
_KEPT = rf"(?P<kept>{_ADDRESS}|{_ROUTE}|{_MARKUP})"
_ROOT = rf"(?:(?:file://)?~?/|[A-Za-z]:[/\\]|\\\\)(?={_PART})"
_ABSOLUTE = re.compile(rf"{_KEPT}|(?<![\w./\\~-]){_ROOT}(?:{_FOLDER})*(?:{_PART})?")
_RELATIVE = re.compile(rf"{_KEPT}|(?<![\w./\\~:-])\.{{0,2}}(?:[\w~.-]+/)+[\w.-]+\.[A-Za-z]\w{{0,5}}\b")


def without_folders(name: str) -> str:
    """A name in which absolute paths are told by their last part; `owner/model` is no path."""
    return _shortened(_ABSOLUTE, name)


def files_by_name(text: str) -> str:
    """A sentence in which paths, those within the current folder too, are told by their last part."""
    return _shortened(_RELATIVE, without_folders(text))


def _shortened(pattern: re.Pattern[str], text: str) -> str:
    """Until there is nothing more to shorten, so that doing it again changes nothing."""
    while (shorter := pattern.sub(_last_part, text)) != text:
        text = shorter
    return text


def _last_part(found: re.Match[str]) -> str:
    if found["kept"]:
        return found[0]
    return next(part for part in reversed(re.split(r"[/\\]", found[0])) if part)


Told = Annotated[str, AfterValidator(files_by_name)]
"""A sentence that others may read."""

Named = Annotated[str, AfterValidator(without_folders)]
"""The name of a part, which may be the path of its file."""
