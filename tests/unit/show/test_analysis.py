"""What matches show about planning: small debates made by hand, counted."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from agent.cli.debating.analyse import Analysed, numbers, read_matches, told
from agent.cli.main import main
from agent.components import Components
from agent.match.events import EndReason, PlannedField, PlanUpdated, StatementDrafted, StatementRevised
from agent.running.files.log import NAME
from agent.show.analysis.arguments import SpokenArgument
from agent.show.analysis.figures import FRAME, MatchFigures, figures
from agent.show.analysis.page import UNPREPARED, action_rows, field_rows, hit_rows, page, write_page
from agent.show.hits import MatchHits, hits_of
from config.errors import UsageError
from config.format import Side, Stage
from config.settings import Settings
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.planned import Anticipated, Importance, Means, PlannedOption, Rationale
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.chair import PERSON, PREPARED, Chair, spoken
from tests.fakes import BagEmbedder, uniforms_data

PRO, CON = Side
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind
BULLYING = "Uniforms reduce bullying over clothes."
MARKS = "Bullies simply find other marks to mock."
EASIEST = "Removing the easiest target spares many pupils."
IDENTITY = "Dress lets teenagers express their identity."
DEEDS = "Identity shows in words and deeds instead."
EVIL = "<script>alert('x')</script>"


def act(kind: ActionKind, actor: Side, claim: str, target: str = "", *, source: str | None = None) -> Action:
    return Action(kind=kind, actor=actor, claim=claim, argument=f"because {claim}", target=target, source=source)


def debate(*turns: list[Action], seats: dict[Side, object] | None = None) -> Chair:
    """A turn for each list of actions, in the order of the short format."""
    chair = Chair()
    chair.create(seats)
    for index, actions in enumerate(turns):
        chair.begin(index)
        for action in actions:
            chair.act(action)
        chair.end(EndReason.YIELDED)
    return chair


def counted(chair: Chair, motion: Rehearsal | None, name: str = "m1") -> MatchFigures:
    return figures(name, chair.events, motion, BagEmbedder())


def acts(chair: Chair, motion: Rehearsal | None = None) -> list[str]:
    return [argument.acts for argument in counted(chair, motion).arguments]


# -- one argument, several ways ----------------------------------------------------------------------


def test_each_action_counts_once_though_both_sides_noted_it(motion: Rehearsal) -> None:
    chair = debate([act(PROPOSE, PRO, BULLYING)], [act(ATTACK, CON, MARKS, BULLYING)])
    assert len(chair.match.turns[0].actions) == 2
    assert acts(chair, motion) == ["propose", "attack"]


def test_a_rebuttal_of_what_is_also_their_main_claim_is_an_attack_too() -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING)],
        [act(PROPOSE, CON, MARKS), act(ATTACK, CON, MARKS, BULLYING)],
        [act(REBUT, PRO, EASIEST, MARKS)],
    )
    assert acts(chair) == ["propose", "propose+attack", "attack+rebut"]


def test_a_rebuttal_of_a_mere_attack_is_a_rebuttal() -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING)],
        [act(PROPOSE, CON, IDENTITY), act(ATTACK, CON, MARKS, BULLYING)],
        [act(REBUT, PRO, EASIEST, MARKS)],
    )
    assert acts(chair)[-1] == "rebut"


def test_what_was_recognised_in_the_tree_of_their_main_claim_belongs_to_it(motion: Rehearsal) -> None:
    """No word in common: only the rehearsal nodes say that both are of one tree."""
    chair = debate(
        [act(PROPOSE, PRO, BULLYING, source="p1")],
        [act(PROPOSE, CON, "colours speak", source="c1"), act(ATTACK, CON, "shy ones", BULLYING, source="c1.1.1")],
        [act(REBUT, PRO, EASIEST, "shy ones")],
    )
    assert acts(chair, motion)[-1] == "attack+rebut"
    assert acts(chair)[-1] == "rebut"


def test_an_attack_on_what_was_used_against_the_speaker_is_a_rebuttal_too() -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING)],
        [act(ATTACK, CON, MARKS, BULLYING), act(PROPOSE, CON, MARKS.lower()), act(PROPOSE, CON, IDENTITY)],
        [act(ATTACK, PRO, EASIEST, MARKS.lower()), act(ATTACK, PRO, DEEDS, IDENTITY)],
    )
    assert acts(chair)[-2:] == ["attack+rebut", "attack"]


def test_answering_with_ones_own_claim_reinforces_it() -> None:
    chair = debate([act(PROPOSE, PRO, BULLYING)], [act(PROPOSE, CON, IDENTITY)], [act(ATTACK, PRO, BULLYING, IDENTITY)])
    assert acts(chair)[-1] == "reinforce+attack"


def test_one_passage_read_as_two_actions_is_one_argument(motion: Rehearsal) -> None:
    both = [act(REBUT, PRO, EASIEST, MARKS), act(ATTACK, PRO, EASIEST, IDENTITY)]
    chair = debate(
        [act(PROPOSE, PRO, BULLYING)],
        [act(PROPOSE, CON, IDENTITY), act(ATTACK, CON, MARKS, BULLYING)],
        both,
    )
    found = counted(chair, motion)
    assert found.arguments[-1] == SpokenArgument(2, Stage.REBUTTAL, PRO, EASIEST, frozenset({ATTACK, REBUT}))
    assert sum(row.count for rows in found.hits.taken.values() for row in rows) == 5


def test_of_a_person_counts_what_the_listener_read() -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING)], [act(ATTACK, CON, MARKS, BULLYING)], seats={PRO: PREPARED, CON: PERSON}
    )
    assert acts(chair) == ["propose", "attack"]


def test_the_distribution_is_by_stage_and_side() -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING), act(PROPOSE, PRO, "Mandatory outfits save households money.")],
        [act(PROPOSE, CON, IDENTITY), act(ATTACK, CON, MARKS, BULLYING), act(ATTACK, CON, "no one saves", BULLYING)],
    )
    rows = action_rows([counted(chair, None), counted(chair, None)])
    assert [(row.stage, row.side, row.acts, row.count, round(row.share, 2)) for row in rows] == [
        (Stage.OPENING, PRO, "propose", 4, 1.0),
        (Stage.OPENING, CON, "attack", 4, 0.67),
        (Stage.OPENING, CON, "propose", 2, 0.33),
    ]


# -- hit rates ---------------------------------------------------------------------------------------


def rated(kind: ActionKind, count: int, own: int = 0, theirs: int = 0, either: int = 0) -> Anticipated:
    return Anticipated(kind=kind, count=count, own=own, theirs=theirs, either=either)


def test_an_action_is_hit_where_a_tree_has_its_target(motion: Rehearsal) -> None:
    chair = debate(
        [act(PROPOSE, PRO, BULLYING), act(PROPOSE, PRO, "The moon pulls the tides.")],
        [act(ATTACK, CON, "a new point", BULLYING), act(PROPOSE, CON, MARKS)],
        [act(REBUT, PRO, EASIEST, "a new point"), act(ATTACK, PRO, DEEDS, "the moon")],
    )
    assert counted(chair, motion).hits.taken == {
        PRO: (rated(PROPOSE, 2, own=1, either=1), rated(ATTACK, 1), rated(REBUT, 1)),
        # expected as an attack, in the tree of pro; pro's tree had its claim, and con's answers to it
        CON: (rated(PROPOSE, 1, theirs=1, either=1), rated(ATTACK, 1, theirs=1, either=1)),
    }


def test_an_attack_on_a_leaf_is_no_hit_for_alg_3_finds_nothing_to_say(motion: Rehearsal) -> None:
    leaf = "Sparing some moves cruelty onto others."
    chair = debate([act(PROPOSE, PRO, "x y")], [act(PROPOSE, CON, leaf)], [act(ATTACK, PRO, "not so", leaf)])
    (row,) = [row for row in hit_rows([counted(chair, motion)]) if row.kind is ATTACK and row.side is None]
    assert (row.count, row.ours, row.theirs, row.together) == (1, 0.0, 0.0, 0.0)


def test_hit_rates_are_of_both_sides_then_of_each(motion: Rehearsal) -> None:
    chair = debate([act(PROPOSE, PRO, BULLYING)], [act(PROPOSE, CON, "The moon pulls the tides.")])
    rows = hit_rows([counted(chair, motion)])
    assert {row.over for row in rows} == {"taken"}
    assert [(row.side, row.kind, row.count, row.together) for row in rows] == [
        (None, PROPOSE, 2, 0.5),
        (PRO, PROPOSE, 1, 1.0),
        (CON, PROPOSE, 1, 0.0),
    ]


def test_without_trees_there_are_no_hit_rates() -> None:
    found = counted(debate([act(PROPOSE, PRO, BULLYING)]), None)
    assert found.hits == MatchHits({}, {})
    assert hit_rows([found]) == []


def test_a_side_that_went_without_trees_has_no_hit_rates_and_the_other_has(motion: Rehearsal) -> None:
    bare = PREPARED.model_copy(update={"without": ("rehearsal",)})
    chair = debate([act(PROPOSE, PRO, BULLYING)], [act(PROPOSE, CON, IDENTITY)], seats={PRO: bare, CON: PREPARED})
    found = counted(chair, motion)
    assert set(found.hits.taken) == {CON}
    assert found.without == {PRO: ("rehearsal",), CON: ()}
    assert hits_of(chair.events, motion, BagEmbedder()) == found.hits


def test_candidate_actions_are_counted_by_the_last_plan_of_each_turn_but_closings(motion: Rehearsal) -> None:
    chair = Chair()
    chair.create()

    def plan(turn: int, *rows: Anticipated) -> None:
        side = chair.match.format.turns[turn].side
        chair.tell(PlanUpdated(turn=turn, side=side, k=1, battlefields=(), anticipated=rows))

    plan(0, rated(PROPOSE, 9))
    plan(0, rated(PROPOSE, 3, own=3, theirs=1, either=3))
    plan(2, rated(REBUT, 4, own=1, theirs=2, either=2), rated(PROPOSE, 1))
    closing = next(i for i, turn in enumerate(chair.match.format.turns) if turn.stage is Stage.CLOSING)
    plan(closing, rated(ATTACK, 5))
    found = counted(chair, motion)
    rows = (rated(PROPOSE, 4, own=3, theirs=1, either=3), rated(REBUT, 4, own=1, theirs=2, either=2))
    assert found.hits.candidate == {chair.match.format.turns[0].side: rows}
    together = [(row.over, row.side, row.kind, row.together) for row in hit_rows([found])]
    assert together[:2] == [("candidate", None, PROPOSE, 0.75), ("candidate", None, REBUT, 0.5)]


# -- time --------------------------------------------------------------------------------------------


def planned(topic: str, seconds: float, *options: PlannedOption) -> PlannedField:
    why = Rationale(unanswered=0, strength=1)
    return PlannedField(
        topic=topic, owner=PRO, importance=Importance.HIGH, rationale=why, seconds=seconds, options=options
    )


def written(name: str, text: str, *, topic: str = "", unit: str = "u0", target: str = "") -> Sentence:
    return Sentence(id=name, text=text, unit=unit, priority=Priority.MUST, topic=topic, target=target)


def timed() -> Chair:
    chair = Chair()
    chair.create()
    heard = "they itch <b>badly</b>"
    plan = (
        planned("bullying", 6.0),
        planned(heard, 3.0, PlannedOption(kind=ATTACK, target=heard, means=Means.REASONING)),
    )
    chair.tell(PlanUpdated(turn=0, side=PRO, k=3, hit_rate=1, battlefields=plan))
    chair.begin(0)
    draft = (
        written("s1", "Good evening."),
        written("s2", "They calm.", topic="bullying"),
        written("s3", "Itch or not.", topic="itch", unit="u9", target=heard),
        written("s4", "Never spoken.", topic="bullying"),
    )
    chair.tell(StatementDrafted(turn=0, side=PRO, sentences=draft))
    other = (written("s4", "Something newer to say.", topic="money"),)
    chair.tell(StatementRevised(turn=0, side=PRO, sentences=other, reason="a newer draft"))
    chair.tell(spoken(0, PRO, "Good evening.", 0.0, 1.0))
    chair.tell(spoken(0, PRO, "They calm.", 1.5, 4.0))
    chair.tell(spoken(0, PRO, "Itch or not.", 4.0, 6.0))
    chair.tell(spoken(0, PRO, "Something newer", 7.0, 8.0).model_copy(update={"cut": True}))
    chair.end(EndReason.BELL)
    return chair


def test_time_goes_to_the_battlefield_of_each_sentence() -> None:
    times = counted(timed(), None).times
    assert [(t.topic, t.importance, t.planned, t.spoken) for t in times] == [
        ("bullying", "high", 6.0, 2.5),
        ("they itch <b>badly</b>", "high", 3.0, 2.0),
        ("money", "", 0.0, 1.0),
        (FRAME, "", 0.0, 1.0),
    ]


def test_over_matches_times_add_up_and_heard_passages_are_one_row(motion: Rehearsal) -> None:
    rows = field_rows([counted(timed(), motion, "a"), counted(timed(), motion, "b")])
    assert [(row.topic, row.planned, row.spoken) for row in rows] == [
        (UNPREPARED, 6.0, 6.0),
        ("bullying", 12.0, 5.0),
        (FRAME, 0.0, 2.0),
    ]


# -- reading folders ---------------------------------------------------------------------------------


@pytest.fixture
def components(tmp_path: Path) -> Components:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "uniforms.json").write_text(json.dumps(uniforms_data()), encoding="utf-8")
    return Components(Settings(library=(tmp_path / "library",)), embedder=BagEmbedder())


def save(folder: Path, chair: Chair, *, without: int | None = None) -> Path:
    folder.mkdir()
    lines = [line for number, line in enumerate(chair.log) if number != without]
    (folder / NAME).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def test_damaged_and_foreign_folders_are_a_line_each(tmp_path: Path, components: Components) -> None:
    good = save(tmp_path / "good", timed())
    gap = save(tmp_path / "gap", timed(), without=2)
    (tmp_path / "foreign").mkdir()
    broken = save(tmp_path / "broken", timed())
    (broken / NAME).write_text("{}\n", encoding="utf-8")
    empty = save(tmp_path / "empty", Chair())
    found = read_matches((good, gap, tmp_path / "foreign", broken, empty, good), components)
    assert [one.name for one in found.matches] == [str(good)]
    lines = told(found)
    assert len(lines) == 4 and all("\n" not in line for line in lines)
    assert "do not follow from each other" in lines[0]
    assert "cannot be read" in lines[1]
    assert "line 1" in lines[2]
    assert "there is no match" in lines[3]


def test_a_motion_without_trees_is_said_so(tmp_path: Path, components: Components) -> None:
    chair = Chair(motion="Zoos should be closed")
    chair.create()
    found = read_matches((save(tmp_path / "zoo", chair),), components)
    assert not found.matches[0].trees
    assert told(found) == [f"{tmp_path / 'zoo'}: there are no rehearsal trees for its motion, so no hit rates"]


def test_the_json_has_all_that_was_counted(tmp_path: Path, components: Components) -> None:
    found = numbers(read_matches((save(tmp_path / "m", timed()), tmp_path / "nowhere"), components))
    assert json.loads(json.dumps(found)) == found
    assert found["matches"][0]["times"][0] == {
        "turn": 0, "stage": "opening", "side": "pro", "topic": "bullying", "importance": "high",
        "planned": 6.0, "spoken": 2.5,
    }  # fmt: skip
    assert [one["folder"] for one in found["left_out"]] == [str(tmp_path / "nowhere")]
    assert set(found) == {"matches", "left_out", "actions", "hits", "candidate_hits", "battlefields"}


def test_nothing_to_count_is_an_error(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["analyse", str(tmp_path), "--json"])
    assert done.exit_code == 1
    assert "none of these is a match" in done.output


# -- the page ----------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Every element of a page by name."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


def test_nobodys_words_become_markup(motion: Rehearsal) -> None:
    chair = debate([act(PROPOSE, PRO, EVIL)])
    found = counted(timed(), None, EVIL)
    html = page([found, counted(chair, motion)], [f"left out: {EVIL}"])
    reader = Reader()
    reader.feed(html)
    assert "script" not in reader.tags and "b" not in reader.tags
    assert "they itch &lt;b&gt;badly&lt;/b&gt;" in html
    assert reader.tags.count("table") == 3


def test_the_page_asks_for_nothing_from_elsewhere(motion: Rehearsal) -> None:
    html = page([counted(timed(), motion)])
    assert not re.search(r"https?://|url\(|@import|<link|<iframe|(src|href)=", html)


def test_a_match_in_which_nothing_happened_is_a_page_too() -> None:
    chair = Chair()
    chair.create()
    html = page([counted(chair, None)])
    for line in ("No action was noted.", "There are no rehearsal trees", "Nothing was planned."):
        assert line in html


def test_a_page_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_page(tmp_path, Analysed().matches, [])


def test_bars_are_as_long_as_their_values(motion: Rehearsal) -> None:
    found = counted(timed(), motion)
    longest, *_ = sorted((max(row.planned, row.spoken) for row in field_rows([found])), reverse=True)
    html = page([found])
    for row in field_rows([found]):
        for seconds in (row.planned, row.spoken):
            assert f'<span class="bar" style="width: {100 * seconds / longest:.1f}%">' in html
