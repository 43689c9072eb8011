"""Claims that a side looked into, in the report and the transcript: with their debates, and from what they bear on."""

from __future__ import annotations

import re
from pathlib import Path

from agent.match.afterwards.verified import verified_claims
from agent.match.events import Event
from agent.match.state import Match
from agent.running.files.log import read_log
from planning.verify.record import ClaimFinding, Verdict
from tests.unit.reported import CON, PRO, report, speech_of_con, speech_of_pro, words
from tests.verifications import HOSTILE, claim_tree, claim_verified, verification

OURS = "Pupils in Finland wear uniforms."
THEIRS = f"Nine in ten are bullied {HOSTILE}"


def events() -> list[Event]:
    """Pro looks into a claim of its own that it spoke, and a figure of Con's, twice."""
    ours = claim_verified(0, PRO, OURS, sentences=("s2",), tree=claim_tree(OURS, Verdict.NEITHER, "It is not known."))
    theirs = claim_verified(2, PRO, THEIRS, points=("con1.1",), sentences=("s9",), tree=verification(THEIRS).tree)
    again = claim_verified(2, PRO, THEIRS, points=("con1.2",), sentences=("s10",), again=True)
    return [ours, *speech_of_pro(), *speech_of_con(), theirs, again]


def test_a_claim_stands_once_with_all_that_it_bears_on(tmp_path: Path) -> None:
    report(tmp_path, events())
    ours, theirs = verified_claims(Match.replay(read_log(tmp_path)).verified)
    assert (ours.whose, ours.finding, ours.sentences) == (PRO, ClaimFinding.UNCONFIRMED, {(0, "s2")})
    assert (theirs.whose, theirs.number, theirs.points) == (CON, 2, {"con1.1", "con1.2"})
    assert theirs.sentences == {(2, "s9"), (2, "s10")}


def test_the_report_opens_every_debate_and_is_reached_from_the_sentence(tmp_path: Path) -> None:
    page = report(tmp_path, events())
    seen = words(page)
    assert "They calm. [bell] propose claim could not be confirmed" in seen
    assert f"Pro on a claim of its own: could not be confirmed {OURS} Turn 1, 0:18 : They calm." in seen
    assert "nothing that it bears on was spoken" in seen
    assert "B, round 2 They had been falling in the year before as well." in seen
    assert "How the parts were put together" in seen and "Neither side upheld 82 % sure" in seen
    anchors, links = set(re.findall(r'id="([^"]+)"', page)), re.findall(r'href="#([^"]+)"', page)
    assert {"verified-1", "verified-2", "said-1-s2"} <= anchors and not set(links) - anchors
    assert len(re.findall(r'id="', page)) == len(anchors), "no anchor is there twice"
    assert HOSTILE not in page and "<script" not in page


def test_the_transcript_has_it_as_markdown(tmp_path: Path) -> None:
    report(tmp_path, events())
    text = (tmp_path / "transcript.md").read_text(encoding="utf-8")
    told = text.partition("## Claims that were verified")[2]
    assert "### 1. Pro on a claim of its own: could not be confirmed" in told
    assert "### 2. Pro on a claim of Con:" in told and "**1.1.2 Did they fall more" in told
    assert "- 1., 0:18: “They calm.”" in told and "Judge: A, 0.82." in told
    assert not re.search(r"(?<!\\)<(script|b )", told) and "\x1b" not in told
