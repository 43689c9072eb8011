"""What the documents name is there: files, links, tests, commands with their options, make targets."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from agent.cli.main import main

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *("README.md", "ARCHITECTURE.md", "SECURITY.md", "docs/examples/README.md"),
    *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md")),
]
LEFT_OUT = {"node_modules", "__pycache__", "dist", "build", "screenshots"}
OURS = ("agent", "bench", "config", "deploy", "docs", "lab", "planning", "speech", "tests", "tools")
OF_A_MATCH = {
    *("FILE.yaml", "plan.yaml", "report.md", "theme.yaml", "transcript.md", "my.yaml", "names.yaml"),
    *("arena.yaml", "card.md", "table.md", "comparison.md", "inquiry.md"),
    *("cup.yaml", "b.yaml"),
}

CODE = re.compile(r"```.*?\n(.*?)```|`([^`\n]+)`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(r"(?<![\w./<-])[\w./-]+\.(?:py|ts|tsx|sh|md|yaml|toml|txt)\b(?!::)")
FOLDER = re.compile(r"(?<![\w./<>-])[a-z_][\w/]*/(?=$|[\s,;:*)`])")
A_TEST = re.compile(r"`((?:[\w/]+/)?test_\w+\.py)::(test_\w+)`(?:, `(test_\w+)`)?")
COMMAND = re.compile(r"(?:^|[ /])rostrum ([^#|`\n]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
OF_OTHERS = re.compile(r"^ray .*$", re.MULTILINE)  # command lines of other programs
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")


@cache
def paths() -> tuple[frozenset[str], frozenset[str]]:
    """All files and folders of the checkout that are ours, as paths from its root with a slash before them."""
    files, folders = {f"/{one.name}" for one in ROOT.iterdir() if one.is_file()}, set[str]()
    for top in OURS:
        for here, below, names in os.walk(ROOT / top):
            below[:] = [name for name in below if name not in LEFT_OUT]
            place = Path(here).relative_to(ROOT).as_posix()
            folders.add(f"/{place}/")
            files |= {f"/{place}/{name}" for name in names}
    return frozenset(files), frozenset(folders)


def code(document: str) -> Iterator[str]:
    """What stands between backticks: blocks, and pieces of a line."""
    for block, piece in CODE.findall((ROOT / document).read_text(encoding="utf-8")):
        yield block or piece


def heading_anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (ROOT / document).parent / name if name else ROOT / document
        assert target.exists(), f"{document} links to {link}"
        assert not anchor or anchor in heading_anchors(target), f"{document} links to {link}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_and_folders_exist(document: str) -> None:
    files, folders = paths()
    for piece in code(document):
        for name in set(FILE.findall(piece)) - OF_A_MATCH:
            assert any(path.endswith(f"/{name}") for path in files), f"{document} names {name}"
        if document == "ARCHITECTURE.md" or "/" in piece.rstrip("/"):
            for name in FOLDER.findall(piece):
                assert any(path.endswith(f"/{name}") for path in folders), f"{document} names {name}"


def test_tests_that_show_a_promise_exist() -> None:
    files, _ = paths()
    for name, *tests in A_TEST.findall((ROOT / "SECURITY.md").read_text(encoding="utf-8")):
        found = [(ROOT / path[1:]).read_text(encoding="utf-8") for path in files if path.endswith(f"/{name}")]
        for test in filter(None, tests):
            assert any(f"def {test}(" in text for text in found), (name, test)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_and_their_options_exist(document: str) -> None:
    for piece in code(document):
        for words in COMMAND.findall(piece):
            check(words.split(), f"{document} shows: rostrum {words}")


def check(words: list[str], shown: str) -> None:
    """Words of a command line: each is a command of the one before, as long as that has some, or a value."""
    command: click.Command = main
    context = click.Context(main, info_name="rostrum")
    known = options(main)
    for word in words:
        if word.startswith("-"):
            assert word.partition("=")[0] in known, f"{shown}: {word}"
        elif isinstance(command, click.Group) and re.fullmatch(r"[a-z]+", word):
            below = command.get_command(context, word)
            assert below is not None, f"{shown}: {word}"
            command, known = below, known | options(below)
            context = click.Context(below, context, info_name=word)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_options_belong_to_some_command(document: str) -> None:
    known = every_option(main, click.Context(main))
    for piece in code(document):
        for option in OPTION.findall(OF_OTHERS.sub("", piece)):
            assert option in known, f"{document} names {option}"


@cache
def every_option(command: click.Command, context: click.Context) -> frozenset[str]:
    """Of a command and of all below it."""
    found = options(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            found |= every_option(below, click.Context(below, context, info_name=name))
    return frozenset(found)


def options(command: click.Command) -> set[str]:
    return {"--help", "-vv"} | {name for one in command.params for name in (*one.opts, *one.secondary_opts)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {target for piece in code(document) for target in TARGET.findall(piece)} <= targets
