"""Debates of a corpus, made by hand: flow trees from a few claims, recorded and kept in a file."""

from __future__ import annotations

from pathlib import Path

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import Flows
from rostrum_lab.corpus.store import Debate, recorded, save

LANTERNS = "Lanterns make the harbour safer because sailors see the rocks at night."
MOTHS = "Bright lanterns kill the moths because they cannot find the dark any more."


def flows(*claims: str, against: str = "") -> Flows:
    found = Flows.empty()
    for claim in claims:
        found.trees[Side.PRO].apply(Action(kind=ActionKind.PROPOSE, actor=Side.PRO, claim=claim))
    if against:
        attack = Action(kind=ActionKind.ATTACK, actor=Side.CON, claim=against, argument="so it is", target=claims[0])
        found.trees[Side.PRO].apply(attack, "pro1")
    return found


def debate(name: str, *claims: str, against: str = "", **more: str) -> Debate:
    told = {"motion": f"About {name}", "source": "", "winner": "", "reader": "written"} | more
    made = recorded(flows(*claims, against=against).trees, id=name, **told)
    assert made is not None
    return made


def kept(folder: Path, *debates: Debate) -> Path:
    path = folder / "held.jsonl"
    save(debates, path)
    return path


def made_words(count: int) -> list[str]:
    letters = "abcdefghij"
    return ["".join(letters[int(c)] for c in str(i)) + "ish" for i in range(count)]


HARBOUR = debate("harbour", LANTERNS, "Fishermen come home when lanterns burn", against=MOTHS)
SCHOOL = debate("school", "Uniforms reduce bullying in the playground", "Outfits save families money")
