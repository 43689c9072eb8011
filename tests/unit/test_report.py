"""The report of a match: what is on the page, and that nobody's words become part of its markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agent.match.events import (
    ActionExtracted,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    MatchCreated,
    MatchEnded,
    Means,
    ModelUsed,
    ParticipantLeft,
    PlannedField,
    PlannedOption,
    PlanUpdated,
    RoleUse,
    SentenceSpoken,
    StatementDrafted,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.running.log import MatchLog, read_log
from agent.show.flow_picture import flow_svg, wrap
from agent.show.report import share, write_report
from config.errors import LogError
from config.format import Format, Side, Stage, Turn
from config.statement import Priority, Sentence
from planning.argument import Action, ActionKind
from planning.choosing.reasons import Importance, Rationale
from planning.points import Point
from planning.trees.flow import FlowTree
from speech.audio import ROOM_RATE, silence, write
from speech.timing.steps import Remedy, Verdict

PRO, CON = Side.PRO, Side.CON
EVIL = "<script>alert('x')</script> & **bold**"
FORMAT = Format(
    name="short",
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=40),
        Turn(side=CON, stage=Stage.OPENING, seconds=40),
        Turn(side=PRO, stage=Stage.CLOSING, seconds=20),
    ),
)
CREATED = MatchCreated(
    match_id="m1",
    motion_id="uniforms",
    motion="Uniforms <should> stay",
    format=FORMAT,
    seats={
        PRO: SeatInfo(occupant=Occupant.DEBATER, keeps_flow=True),
        CON: SeatInfo(occupant=Occupant.PERSON, name="Ada"),
    },
)
DRAFT = (
    Sentence(id="s1", text="I speak for it.", unit="u1", priority=Priority.MUST),
    Sentence(
        id="s2", text="They calm.", unit="u2", priority=Priority.MUST, topic="calm", source="p1", action="propose"
    ),
    Sentence(id="s3", text="Not said.", unit="u3", priority=Priority.RESERVE, topic="cost", source="p2"),
)
PLAN = PlannedField(
    topic="calm",
    owner=PRO,
    importance=Importance.HIGH,
    rationale=Rationale(unanswered=0, strength=0.91),
    seconds=30,
    options=(
        PlannedOption(kind=ActionKind.PROPOSE, target="They calm.", means=Means.PREPARED, node="p1", strength=0.91),
        PlannedOption(kind=ActionKind.ATTACK, target="x ” with <b>y</b>", means=Means.REASONING),
    ),
)


def action(kind: ActionKind, actor: Side, claim: str, target: str = "", source: str | None = None) -> Action:
    return Action(kind=kind, actor=actor, claim=claim, target=target, source=source)


def fitted(**step: object) -> FitStep:
    return FitStep.model_validate({"turn": 0, "side": PRO, "budget": 39.65, **step})


def speech_of_pro() -> list[Event]:
    proposed = action(ActionKind.PROPOSE, PRO, "They calm.", source="p1")
    return [
        PlanUpdated(turn=0, side=PRO, k=1, hit_rate=0.75, battlefields=(PLAN,)),
        fitted(seconds=30.0, kept=4, dropped=3, verdict=Verdict.UNMEASURED, remedy=Remedy.MEASURE, count=2),
        fitted(seconds=39.1, kept=2, dropped=1, verdict=Verdict.LANDS),
        TurnStarted(turn=0, side=PRO, stage=Stage.OPENING, seconds=40),
        StatementDrafted(turn=0, side=PRO, sentences=DRAFT),
        SentenceSpoken(turn=0, side=PRO, id="s1", text="I speak for it.", start=0, end=4),
        SentenceSpoken(turn=0, side=PRO, id="s2", text="They calm.", start=17.9, end=40.5, cut=True),
        ActionExtracted(turn=0, observer=PRO, action=proposed, owner=PRO, node="pro1"),
        TurnEnded(turn=0, reason=EndReason.BELL),
    ]


def speech_of_con() -> list[Event]:
    answered = action(ActionKind.ATTACK, CON, EVIL, target="They calm.", source="c7")
    missed = action(ActionKind.REBUT, CON, "no they do not", target="whatever <i>you</i> said")
    nowhere = action(ActionKind.REINFORCE, CON, "it is <u>ugly</u>", target=EVIL)
    return [
        TurnStarted(turn=1, side=CON, stage=Stage.OPENING, seconds=40),
        TranscriptSegment(turn=1, side=CON, listener=PRO, text=EVIL, start=65, end=70, recognizer="sphinx <embedded>"),
        TranscriptSegment(turn=1, side=CON, listener=PRO, text="no they do not", start=70, end=75, recognizer="sphinx"),
        ActionExtracted(
            turn=1,
            observer=PRO,
            action=answered,
            owner=PRO,
            target="pro1",
            node="pro2",
            quote=EVIL,
            start=65,
            end=70,
            certainty=0.237,
        ),
        ActionExtracted(turn=1, observer=PRO, action=missed, owner=CON, quote="<u>they</u> do not", start=70.3, end=75),
        ActionExtracted(turn=1, observer=PRO, action=nowhere, owner=PRO, target="pro2", node="pro2"),
        TurnEnded(turn=1, reason=EndReason.YIELDED),
    ]


def report(folder: Path, events: Iterable[Event]) -> str:
    """The page for a log of these events, a second apart."""
    log = MatchLog(folder)
    for seq, event in enumerate([CREATED, *events]):
        log.append(event.model_copy(update={"seq": seq, "at": float(seq)}))
    log.close()
    page = write_report(folder)
    assert page == folder / "report.html"
    return page.read_text(encoding="utf-8")


def words(page: str) -> str:
    """What a reader sees, with single spaces."""

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []
            self.styles = False

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.styles = tag == "style"

        def handle_data(self, data: str) -> None:
            if not self.styles:
                self.seen.append(data)

    reader = Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.seen).split())


def test_the_page_tells_the_whole_match(tmp_path: Path) -> None:
    seen = words(report(tmp_path, [*speech_of_pro(), *speech_of_con()]))
    assert "Con a person (Ada)" in seen
    assert "Not finished. The log stops after 0:16. 2 of 3 turns were held." in seen
    assert "1 Pro opening 40 s 40.5 s 101.2 % 0.50 s bell" in seen
    assert "2 Con opening 40 s 40.0 s" in seen
    assert "3 Pro closing 20 s not held" in seen
    assert "calm 0:18 They calm. [bell] propose" in seen
    assert "As heard by sphinx <embedded>, then sphinx" in seen
    assert f"1:05 {EVIL} attack against They calm. recognised as c7 24 % sure 1:10" in seen
    assert "1:10 no they do not rebut answering whatever <i>you</i> said read in <u>they</u> do not no claim" in seen
    assert "Also read here; the log does not say in which words. it is <u>ugly</u> reinforce in support of" in seen
    assert (tmp_path / "transcript.md").read_text(encoding="utf-8").startswith("# Uniforms \\<should\\> stay\n")


def test_what_was_chosen_says_what_was_spoken_of_it(tmp_path: Path) -> None:
    page = report(tmp_path, speech_of_pro())
    seen = words(page)
    assert "Looked 1 turn ahead (k = 1). Something was prepared for 75 % of what could be done." in seen
    assert "Fitted to 39.6 s: 2 sentences kept, 39.1 s long, 1 held back. Last step: lands." in seen
    assert "How the length was found, in 2 steps 30.0 s of 39.6 s, 4 sentences: measure 2 sentences" in seen
    assert (
        "calm high importance, 30 s, claim of Pro nothing of theirs is open here; best prepared reply has strength 0.91"
        in seen
    )
    assert "propose They calm. node p1, strength 0.91 spoken" in seen
    assert "1 more option, not spoken attack against x ” with <b>y</b> reasoning, nothing prepared" in seen


def used(side: Side, **calls: int) -> ModelUsed:
    """What a side has used so far: so many calls of each role, `before_` for those in preparation."""
    rows = [
        RoleUse(
            role=role.removeprefix("before_"),
            model="m",
            host="h",
            calls=count,
            failed=0,
            prompt_tokens=10 * count,
            completion_tokens=count,
            estimated=False,
            cost=None if role == "scorer" else count / 1000,
            seconds=1.0,
            preparation=role.startswith("before_"),
        )
        for role, count in calls.items()
    ]
    return ModelUsed(side=side, rows=tuple(rows))


def test_each_side_is_shown_what_it_used_itself_and_nothing_twice(tmp_path: Path) -> None:
    page = report(
        tmp_path,
        [
            used(PRO, before_writer=2),
            used(PRO, before_writer=2, writer=3),
            used(CON, writer=1),
            used(PRO, before_writer=2, writer=7, scorer=1),
            used(CON, writer=4),
        ],
    )
    seen = words(page)
    assert "Pro writer m at h preparation 2 0 20 2 0.0020" in seen
    assert "Pro writer m at h the match 7 0 70 7 0.0070" in seen
    assert "Pro scorer m at h the match 1 0 10 1 unknown" in seen
    assert "Pro in all, 2 of the calls (0.0020) in preparation 10 0.0090 and unknown" in seen
    assert "Con writer m at h the match 4 0 40 4 0.0040 Con in all 4 0.0040" in seen


def test_nobodys_words_become_markup(tmp_path: Path) -> None:
    page = report(tmp_path, [*speech_of_pro(), *speech_of_con()])
    assert "<script" not in page
    assert "<i>you</i>" not in page
    assert "<b>y</b>" not in page
    assert "<u>" not in page
    assert "<should>" not in page
    assert page.count("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; **bold**") >= 2
    assert "\\<script\\>alert('x')\\</script\\> & \\*\\*bold\\*\\*" in (tmp_path / "transcript.md").read_text()


def test_the_page_asks_for_nothing_from_elsewhere(tmp_path: Path) -> None:
    page = report(tmp_path, [*speech_of_pro(), *speech_of_con()])
    assert not re.search(r"(src|href)=\"(?!#|turn-|transcript\.md)", page)
    assert not re.search(r"https?://|url\(|@import|<link|<iframe", page)


def test_actions_without_a_match_are_listed(tmp_path: Path) -> None:
    page = report(tmp_path, [*speech_of_pro(), *speech_of_con()])
    seen = words(page)
    assert "Actions for which no claim was found Con rebut no they do not aimed at whatever <i>you</i> said" in seen
    assert "no claim was found for it" in seen
    assert 'aria-label="Flow tree of the claims of pro. Claims: 2, attacked: 1, actions without a match: 0."' in page
    assert "Con 's claims, as Pro kept them Nothing was said here." in seen


# -- points ------------------------------------------------------------------------------------------


def pointed(kind: ActionKind, claim: str, name: str, target: str | None = None, **more: object) -> ActionExtracted:
    """Something that pro understood, in pro's tree, as the match goes on."""
    known = {"id": name, "words": claim.lower(), "claim": claim} | more
    if target and kind is not ActionKind.REINFORCE:
        known["meets"] = (target,)
    point = Point.model_validate(known)
    said = Action(kind=kind, actor=point.side, claim=claim, target=target or "", point=point)
    node = f"pro{point.turn + 1}"  # one a turn; what is put right keeps it
    return ActionExtracted(turn=point.turn, observer=PRO, action=said, owner=PRO, target=target, node=node)


def speeches_of_points() -> list[Event]:
    support = ({"kind": "figure", "words": "sixty <b>per cent</b>"},)
    return [
        TurnStarted(turn=0, side=PRO, stage=Stage.OPENING, seconds=40),
        pointed(ActionKind.PROPOSE, "They calm.", "pro1.1", start=2.0, end=4.0),
        TurnEnded(turn=0, reason=EndReason.YIELDED),
        TurnStarted(turn=1, side=CON, stage=Stage.OPENING, seconds=40),
        pointed(ActionKind.ATTACK, "Nobody is calm.", "con2.1", "pro1"),
        pointed(
            ActionKind.ATTACK,
            EVIL,
            "con2.2",
            "pro1",
            corrects=("con2.1",),
            words=EVIL,
            support=support,
            form="question",
            objection="measurement-or-cause",
            makes=({"node": "p<1>", "probability": 0.42},),
            start=65.0,
            end=70.0,
        ),
        TurnEnded(turn=1, reason=EndReason.YIELDED),
        TurnStarted(turn=2, side=PRO, stage=Stage.CLOSING, seconds=20),
        pointed(ActionKind.REBUT, "Whoever <i>listens</i> is.", "pro3.1", "pro2", answers=("con2.2",)),
    ]


def test_each_point_is_shown_with_its_words_how_it_stands_and_what_answered_it(tmp_path: Path) -> None:
    page = report(tmp_path, speeches_of_points())
    seen = words(page)
    assert "As Pro kept them Of con: 1 point, 1 answered." in seen
    assert "0:02 they calm. propose pro1.1 They calm. answered in turn 2 by con2.2 " + EVIL in seen
    assert f"1:05 {EVIL} attack con2.2 question measurement-or-cause about They calm." in seen
    assert "figure: sixty <b>per cent</b> prepared as p<1> (42 %)" in seen
    assert "answered in turn 3 by pro3.1 whoever <i>listens</i> is." in seen
    assert "pro3.1 Whoever <i>listens</i> is. about <script>alert('x')</script> & **bold** open" in seen
    assert "nobody is calm" not in seen.lower()  # it was corrected
    assert "2 Con opening" in seen
    for markup in ("<script", "<b>per", "<i>listens", "p<1>"):
        assert markup not in page


def test_what_was_corrected_counts_once(tmp_path: Path) -> None:
    report(tmp_path, speeches_of_points())
    match = Match.replay(read_log(tmp_path))
    assert [one.action.point.id for one in match.turns[1].actions if one.action.point] == ["con2.2"]
    assert match.turns[1].numbers()["actions"] == 1


def test_a_log_from_before_there_were_points_shows_none(tmp_path: Path) -> None:
    assert "Points and what became of them" not in report(tmp_path, [*speech_of_pro(), *speech_of_con()])


def test_only_recordings_that_are_there_are_offered(tmp_path: Path) -> None:
    (tmp_path / "turn-2-con-opening.wav").write_bytes(b"RIFF")
    page = report(tmp_path, [*speech_of_pro(), *speech_of_con()])
    assert re.findall(r"<audio controls preload=\"none\" src=\"([^\"]+)\"", page) == ["turn-2-con-opening.wav"]
    assert 'href="turn-2-con-opening.wav#t=65.0"' in page
    assert "turn-1-pro-opening.wav" not in page


def test_a_copy_to_be_sent_has_all_but_in_little_room(tmp_path: Path) -> None:
    folder, target = tmp_path / "match", tmp_path / "copy"
    folder.mkdir()
    wav = folder / "turn-1-pro-opening.wav"
    write(wav, silence(3.0, ROOM_RATE))
    report(folder, [*speech_of_pro(), *speech_of_con()])
    page = share(folder, target).read_text(encoding="utf-8")
    assert re.findall(r"<audio controls preload=\"none\" src=\"([^\"]+)\"", page) == ["turn-1-pro-opening.ogg"]
    assert 'href="turn-1-pro-opening.ogg#t=' in page
    assert (target / "events.jsonl").read_bytes() == (folder / "events.jsonl").read_bytes()
    assert (target / "turn-1-pro-opening.ogg").stat().st_size < wav.stat().st_size / 5
    assert wav.is_file()


def test_a_copy_is_not_made_over_something_else(tmp_path: Path) -> None:
    folder, target = tmp_path / "match", tmp_path / "copy"
    folder.mkdir()
    report(folder, [*speech_of_pro()])
    target.mkdir()
    (target / "mine.txt").write_text("keep me")
    with pytest.raises(LogError, match="not empty"):
        share(folder, target)
    assert [path.name for path in target.iterdir()] == ["mine.txt"]


def test_troubles_are_told_once_each_with_what_took_over(tmp_path: Path) -> None:
    slow = Degraded(part="voice of pro", reason="took <9 s>", instead="the embedded voice")
    broken = Failed(part="recording", reason="the disk is full")
    left = ParticipantLeft(side=CON, reason="hung up")
    seen = words(report(tmp_path, [slow, slow, broken, left, MatchEnded(reason="nobody was left")]))
    assert "Ended after 0:05: nobody was left. 0 of 3 turns were held." in seen
    assert "voice of pro → the embedded voice (2 times) took <9 s>" in seen
    assert "recording the disk is full" in seen
    assert "Con left: hung up" in seen


def test_a_match_of_which_only_the_beginning_is_known(tmp_path: Path) -> None:
    seen = words(report(tmp_path, []))
    assert "Troubles None noted." in seen
    assert "0 of 3 turns were held" in seen
    assert "No turn has begun." in seen
    assert "What was chosen and why" not in seen


def test_a_log_without_a_match_is_refused(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_bytes(b"")
    with pytest.raises(LogError, match="nothing to report"):
        write_report(tmp_path)
    with pytest.raises(LogError, match="cannot be read"):
        write_report(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()
    with pytest.raises(LogError, match=r"report\.html: cannot be written"):
        report(tmp_path, [])


# -- the flow as a picture -----------------------------------------------------------------------


def grown() -> FlowTree:
    tree = FlowTree(PRO)
    tree.apply(action(ActionKind.PROPOSE, PRO, "first claim"))
    tree.apply(action(ActionKind.ATTACK, CON, "against the first"), "pro1")
    tree.apply(action(ActionKind.REBUT, PRO, "answer to that"), "pro2")
    tree.apply(action(ActionKind.ATTACK, CON, "a much longer second point " * 12), "pro1")
    tree.apply(action(ActionKind.PROPOSE, PRO, EVIL))
    return tree


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """x, y, width and height of every box."""
    root = ElementTree.fromstring(svg)
    return [
        (float(r.attrib["x"]), float(r.attrib["y"]), float(r.attrib["width"]), float(r.attrib["height"]))
        for r in root.iter("rect")
    ]


def test_every_claim_has_a_box_and_no_two_touch() -> None:
    tree = grown()
    placed = boxes(flow_svg(tree))
    assert len(placed) == len(tree.nodes)
    for number, (x, y, w, h) in enumerate(placed):
        for u, v, i, j in placed[number + 1 :]:
            assert x + w < u or u + i < x or y + h < v or v + j < y


def test_a_claim_stands_to_the_right_of_what_it_answers() -> None:
    tree = grown()
    x = {node.id: box[0] for node, box in zip(tree, boxes(flow_svg(tree)), strict=True)}
    for node in tree:
        assert all(x[child] > x[node.id] for child in node.children)


def test_status_side_and_visits_are_in_the_picture() -> None:
    svg = flow_svg(grown())
    assert svg.count('class="node pro attacked"') == 1
    for words_in_boxes in ("pro · attacked", "con · proposed", "2 visits<", "1 visit<", "0 visits<"):
        assert words_in_boxes in svg
    assert 'role="img"' in svg
    assert "<script" not in svg


def test_an_empty_tree_is_a_picture_too() -> None:
    assert "Nothing yet." in ElementTree.fromstring(flow_svg(FlowTree(CON))).itertext()


def test_long_claims_end_in_an_ellipsis_and_long_words_are_broken() -> None:
    lines = wrap("uniforms " * 60, 200)
    assert len(lines) == 4
    assert lines[-1].endswith("…")
    assert "".join(wrap("x" * 60, 200)) == "x" * 60
    assert wrap("\x07 \u202e", 200) == ("",)
    assert wrap("short", 200) == ("short",)
