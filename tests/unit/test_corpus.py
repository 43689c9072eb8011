"""Debates that people held: read from their speeches, kept as trees, found again by likeness."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.parts import Parts
from config.errors import LibraryError
from config.format import Side
from config.settings import Settings, cache_folder
from planning.argument import Action, ActionKind
from planning.corpus.build import PIECE_WORDS, Builder, Built, pieces
from planning.corpus.embedded import rate, read_embedded
from planning.corpus.nearest import MEASURED, SHIPPED, FlowCorpus, vectors_of
from planning.corpus.nearest import pieces as pieces_of_text
from planning.corpus.prose import Block, blocks, plain
from planning.corpus.speeches import Transcript, transcripts
from planning.corpus.store import LONGEST, Debate, load, recorded, save, short
from planning.flow import Flows, Status
from planning.model.notes import flows_text
from planning.ports import Vectors
from planning.providers import MiniLM
from planning.rehearsal import Library
from tests.fakes import BagEmbedder

LANTERNS = "Lanterns make the harbour safer because sailors see the rocks at night."
MOTHS = "Bright lanterns kill the moths because they cannot find the dark any more."
DEBATE: dict[str, Any] = {
    "id": "lanterns",
    "source": "Harbour club",
    "motion": "The harbour should be lit all night",
    "winner": "pro",
    "speeches": [
        {"side": "pro", "speaker": "Ada", "text": f"Good evening!\n\n# My case\n\n**First:** {LANTERNS}"},
        {
            "side": "con",
            "speaker": "Bo",
            "text": f"> {LANTERNS}\n\nSailors should not trust lanterns on the rocks at night, because oil burns out."
            f"\n\n{MOTHS} See https://example.org/moths?x=1.",
        },
        {"side": "pro", "speaker": "Ada", "text": ""},
    ],
}


def transcript(**changed: Any) -> Transcript:
    return Transcript.model_validate(DEBATE | changed)


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


HARBOUR = debate("harbour", LANTERNS, "Fishermen come home when lanterns burn", against=MOTHS)
SCHOOL = debate("school", "Uniforms reduce bullying in the playground", "Outfits save families money")


# -- written speeches ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Lamps** are _good_ for `sailors`.", "Lamps are good for sailors."),
        ("See [the study](https://a.example/x_(y)) and [[2]](https://b.example) here.", "See the study and here."),
        ("Rocks kill (https://a.example/long/path).", "Rocks kill."),
        ("Tom &amp; Jerry <b>sail</b> home\\", "Tom & Jerry sail home"),
        ("Five * three * two", "Five * three * two"),
        ("hidden\u202eorders\x00 here", "hiddenorders here"),
    ],
)
def test_markup_and_addresses_are_left_out(written: str, read: str) -> None:
    assert plain(written) == read


def test_quotes_are_kept_apart_and_headings_left_out() -> None:
    speech = (
        "# Case\n\nLamps help.\nThey do.\n\n> They do not\n> at all\n\n1. Moths die.\n2. Oil burns.\n\n---\n"
        '| a | b |\n\n"No lamp ever saved a ship."'
    )
    assert blocks(speech) == [
        Block("Lamps help. They do."),
        Block("They do not at all", quoted=True),
        Block("Moths die."),
        Block("Oil burns."),
        Block("No lamp ever saved a ship.", quoted=True),
    ]


def test_damaged_lines_are_named_and_the_others_kept(tmp_path: Path) -> None:
    bench = DEBATE | {"id": "bp", "winner": None, "speeches": [{"side": "PRO ", "speaker": "Closing", "text": "x"}]}
    lines = [
        json.dumps(DEBATE),
        '{"id": "cut", "motion": "Half a li',
        "",
        json.dumps(DEBATE | {"id": "third", "speeches": [{"side": "judge", "text": "x"}]}),
        json.dumps(DEBATE),
        json.dumps(DEBATE | {"id": "mute", "speeches": [{"side": "pro", "text": " "}]}),
        json.dumps(bench),
        json.dumps([1, 2]),
    ]
    path = tmp_path / "debates.jsonl"
    path.write_bytes("\ufeff".encode() + "\n".join(lines).encode() + b"\n\xff\xfe\n")
    found, damaged = transcripts(path)
    assert [one.id for one in found] == ["lanterns", "bp"]
    assert found[1].speeches[0].side is Side.PRO and found[1].winner == ""
    assert [one.line for one in damaged] == [2, 4, 5, 6, 8, 9]
    assert "speeches.0.side" in damaged[1].reason and "was there before" in damaged[2].reason


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(LibraryError, match="cannot be read"):
        transcripts(Path("/no/such/file.jsonl"))


# -- read without a model -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "Do lanterns make the harbour safer for sailors?",
        "I thank my opponent for this wonderful debate tonight.",
        "In round two Con dropped all of it.",
        "Because the lanterns of the harbour.",
        "Yes it is.",
    ],
)
def test_what_is_no_claim_is_passed_over(sentence: str) -> None:
    assert rate(sentence) is None


def test_a_claim_is_freed_of_what_leads_to_it() -> None:
    found = rate("Firstly, I think that lanterns make a harbour safer for tired sailors, right?")
    assert found is not None and found.text == "Lanterns make a harbour safer for tired sailors."
    spoken = rate(
        "Lanterns protect the harbour from wrecks every single winter night, because sailors who come home late from "
        "the banks and have slept for two hours in three days see the rocks in time and turn away from them"
    )
    assert spoken is not None and spoken.text == "Lanterns protect the harbour from wrecks every single winter night."


def test_an_answer_hangs_under_what_it_quotes() -> None:
    found = read_embedded(transcript(), BagEmbedder())
    assert [(n.side, n.claim, n.status) for n in found.trees[Side.PRO]] == [
        (Side.PRO, LANTERNS, Status.ATTACKED),
        (Side.CON, "Sailors should not trust lanterns on the rocks at night, because oil burns out.", Status.PROPOSED),
    ]
    assert [n.claim for n in found.trees[Side.CON]] == [MOTHS]


def test_benches_share_a_side_and_a_claim_made_again_is_backed() -> None:
    speeches = [
        {"side": "pro", "speaker": "Opening", "text": LANTERNS},
        {
            "side": "pro",
            "speaker": "Closing",
            "text": f"{LANTERNS} For example, two ships were saved last winter alone.",
        },
    ]
    (node,) = read_embedded(transcript(speeches=speeches), BagEmbedder()).trees[Side.PRO]
    assert (node.visits, node.arguments) == (1, ["For example, two ships were saved last winter alone."])


def test_a_speech_of_thousands_of_words_gives_a_dozen_short_claims() -> None:
    sentences = [
        f"The {word} lamp must protect sailors because it makes the {word} night safe." for word in _words(600)
    ]
    long = "\n\n".join(" ".join(sentences[i : i + 12]) for i in range(0, 600, 12))
    found = read_embedded(transcript(speeches=[{"side": "pro", "text": long}]), BagEmbedder())
    nodes = list(found.trees[Side.PRO])
    assert len(long.split()) > 7000
    assert sum(1 + len(node.arguments) for node in nodes) <= 24
    assert all(len(node.claim) <= LONGEST for node in nodes)


def _words(count: int) -> list[str]:
    letters = "abcdefghij"
    return ["".join(letters[int(c)] for c in str(i)) + "ish" for i in range(count)]


# -- built and kept -----------------------------------------------------------------------------------


def built(known: dict[str, Debate] | None = None, *these: Transcript) -> Built:
    return asyncio.run(Builder(BagEmbedder(), known=known).build(these or [transcript()]))


def test_what_was_built_is_not_built_again_unless_the_speeches_changed() -> None:
    first = built()
    (record,) = first.debates
    assert (record.reader, record.winner, record.source) == ("embedded", "pro", "Harbour club")
    again = built({record.id: record})
    assert again.reused == 1 and again.debates == [record]
    changed = built({record.id: record}, transcript(speeches=[{"side": "pro", "text": MOTHS}]))
    assert changed.reused == 0 and [n.claim for n in changed.debates[0].trees[Side.PRO]] == [MOTHS]
    other = built({record.id: record.model_copy(update={"reader": "some-model"})})
    assert other.reused == 0


def test_a_debate_without_claims_is_named() -> None:
    told = built(None, transcript(id="chat", speeches=[{"side": "con", "text": "lol. ok then."}]), transcript())
    assert told.empty == ["chat"] and [one.id for one in told.debates] == ["lanterns"]


def test_a_file_gives_back_what_was_saved(tmp_path: Path) -> None:
    (record,) = built().debates
    path = kept(tmp_path, record, HARBOUR)
    assert load(path) == ([record, HARBOUR], [])
    assert flows_text(record.flows) == record.text
    assert record.record.startswith("Motion: The harbour should be lit all night (won by pro)\n\nClaims of pro")
    assert "speeches" not in path.read_text() and list(tmp_path.iterdir()) == [path]


def test_of_a_very_long_debate_the_beginning_is_shown() -> None:
    long = debate("long", *(f"claim {word} " + "of lamps " * 20 for word in _words(100)))
    assert len(long.record) < 8_200 + 200 and "\n(and more)\n\nClaims of con" in long.record
    assert len(pieces_of_text(long.record)) < len(long.claims) == 100


def _damage(change: Any) -> str:
    raw = json.loads(HARBOUR.line)
    change(raw)
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d.update(version=2), "version"),
        (lambda d: d.update(schema="other"), "schema"),
        (lambda d: d["trees"]["pro"][2].update(parent="pro9"), "parent"),
        (lambda d: d["trees"]["pro"][2].update(side="pro"), "other side"),
        (lambda d: d["trees"]["pro"][0].update(side="con"), "main claim"),
        (lambda d: d["trees"]["pro"][1].update(id="pro1"), "twice"),
        (lambda d: d["trees"]["pro"][0].update(claim="word " * 60), "240"),
        (lambda d: d["trees"]["pro"][0].update(arguments=["two\nlines"]), "one line"),
        (lambda d: d.update(trees={}), "empty"),
        (lambda d: d.update(speech="x"), "speech"),
    ],
)
def test_a_damaged_line_of_a_corpus_is_named_and_the_others_are_used(tmp_path: Path, change: Any, told: str) -> None:
    path = tmp_path / "held.jsonl"
    path.write_text(f"{SCHOOL.line}\n{_damage(change)}\n{{half\n")
    found, damaged = load(path)
    assert [one.id for one in found] == ["school"]
    assert [one.line for one in damaged] == [2, 3] and told in damaged[0].reason
    corpus = FlowCorpus([path], BagEmbedder())
    assert len(corpus) == 1 and corpus.damaged == {path: damaged}


def test_a_file_that_is_no_corpus_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "debates.jsonl"
    path.write_text(json.dumps(DEBATE) + "\n")
    with pytest.raises(LibraryError, match="line 1"):
        load(path)


def test_long_texts_are_cut_between_words() -> None:
    assert short("a  b\nc") == "a b c"
    cut = short("word " * 100)
    assert len(cut) <= LONGEST and cut.endswith("word…")
    assert len(short("x" * 500)) <= LONGEST


# -- the pieces a model reads -------------------------------------------------------------------------


def test_a_model_is_shown_pieces_of_bounded_length_with_quotes_marked() -> None:
    paragraphs = [Block("Lamps help sailors. " * 200), Block("Never so", quoted=True), Block("endless " * 1000)]
    shown = list(pieces(paragraphs))
    assert max(sum(len(p.split()) for p in piece) for piece in shown) <= PIECE_WORDS + 4
    words = " ".join(passage for piece in shown for passage in piece).split()
    assert words.count("endless") == 1000 and words.count("Lamps") == 200
    assert "(repeating somebody else's words) Never so" in [passage for piece in shown for passage in piece]
    assert list(pieces([])) == []


# -- the nearest debate -------------------------------------------------------------------------------


def test_the_debate_with_the_likest_claims_is_found(tmp_path: Path) -> None:
    corpus = FlowCorpus([kept(tmp_path, SCHOOL, HARBOUR)], BagEmbedder())
    example = corpus.nearest(flows_text(flows("lanterns make the harbour safer at night", against=MOTHS).trees))
    assert example is not None and example.name == "harbour"
    assert example.text.startswith("Motion: About harbour\n\nClaims of pro") and MOTHS in example.text


def test_under_the_threshold_there_is_no_example(tmp_path: Path) -> None:
    path = kept(tmp_path, SCHOOL, HARBOUR)
    started = flows_text(flows("lanterns make the harbour safer at night").trees)
    corpus = FlowCorpus([path], BagEmbedder())
    cosine = corpus.ranked(started)[0][1]
    assert corpus.threshold == 0.8 and 0.5 < cosine < 0.8 and corpus.nearest(started) is None
    lower = FlowCorpus([path], BagEmbedder(), {BagEmbedder.name: 0.5})
    assert lower.threshold == 0.5 and lower.nearest(started) is not None


@pytest.mark.parametrize("text", ["", flows_text(Flows.empty().trees)])
def test_a_debate_that_has_not_begun_is_like_nothing(tmp_path: Path, text: str) -> None:
    assert FlowCorpus([kept(tmp_path, SCHOOL)], BagEmbedder()).nearest(text) is None
    assert FlowCorpus([], BagEmbedder()).nearest(LANTERNS) is None


def test_only_the_claims_of_a_tree_count_and_all_of_another_text() -> None:
    assert sorted(pieces_of_text(HARBOUR.record)) == sorted(HARBOUR.claims)
    assert pieces_of_text("word " * 250) == [" ".join(["word"] * n) for n in (120, 120, 10)]


def test_the_later_file_wins(tmp_path: Path) -> None:
    first = kept(tmp_path, HARBOUR)
    second = tmp_path / "second.jsonl"
    save([debate("harbour", "Uniforms reduce bullying in the playground")], second)
    corpus = FlowCorpus([first, second], BagEmbedder())
    assert [one.claims for one, _ in corpus.ranked("x")] == [["Uniforms reduce bullying in the playground"]]


class CountingEmbedder(BagEmbedder):
    """Says how many texts it embedded; may be renamed, as one that another took over from."""

    def __init__(self, name: str = "counting") -> None:
        self.name, self.embedded = name, 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        turn = len(self.name) if self.name != "counting" else 0
        return np.roll(super().embed(texts), turn, axis=1)


def many(count: int = 60) -> list[Debate]:
    return [debate(f"d{i}", f"claim {word} of lamps", f"claim {word} of rocks") for i, word in enumerate(_words(count))]


def test_vectors_of_a_large_file_are_kept_beside_it(tmp_path: Path) -> None:
    debates, path = many(), tmp_path / "held.jsonl"
    first, second, third, fourth = (CountingEmbedder() for _ in range(4))
    rows = vectors_of(debates, first, path)
    assert first.embedded == 120 and (tmp_path / "held.counting.npz").exists()
    assert np.array_equal(vectors_of(debates, second, path), rows) and second.embedded == 0
    vectors_of([*debates, HARBOUR], third, path)
    assert third.embedded == len(HARBOUR.claims)
    (tmp_path / "held.counting.npz").write_bytes(b"PK\x03\x04 no archive")
    assert np.array_equal(vectors_of(debates, fourth, path), rows) and fourth.embedded == 120


def test_another_encoder_embeds_again(tmp_path: Path) -> None:
    path = tmp_path / "held.jsonl"
    save(many(), path)
    vectors_of(many(), CountingEmbedder(), path)
    other = CountingEmbedder("other/encoder v2")
    corpus = FlowCorpus([path], other)
    assert other.embedded == 120 and (tmp_path / "held.other-encoder-v2.npz").exists()
    other.name = "a third"
    assert corpus.ranked("claim aish of lamps")[0][0].id == "d0"
    assert other.embedded == 120 + 1 + 120


# -- what ships ---------------------------------------------------------------------------------------


def test_the_shipped_debates_are_whole() -> None:
    debates, damaged = load(SHIPPED / "debates.jsonl")
    assert not damaged and 8 <= len(debates) <= 12
    motions = {rehearsal.motion.lower() for rehearsal in Library().all()}
    for one in debates:
        assert one.motion.lower() not in motions and one.text == flows_text(one.flows)
        assert 20 <= len(one.claims) <= 40 and len(set(one.claims)) == len(one.claims)
        for owner in Side:
            tree = one.flows[owner]
            assert len(tree.top) >= 2 and max(map(tree.depth, tree)) >= 2  # attacked, and rebutted
            assert {node.side for node in tree} == set(Side)
        assert any(len(node.arguments) >= 2 for tree in one.flows.values() for node in tree)  # reinforced


def test_the_shipped_vectors_are_those_of_the_shipped_debates() -> None:
    """Else every match would embed them again."""
    debates, _ = load(SHIPPED / "debates.jsonl")
    counting = CountingEmbedder(MiniLM.name)
    rows = vectors_of(debates, counting, SHIPPED / "debates.jsonl")
    assert counting.embedded == 0
    fresh = MiniLM(cache_folder()).embed(debates[3].claims).mean(axis=0)
    assert float(rows[3] @ fresh / np.linalg.norm(fresh)) > 0.999


def test_a_match_finds_a_kindred_debate_by_what_was_said() -> None:
    corpus = Parts(Settings()).corpus()
    assert corpus is not None and corpus.threshold == MEASURED[MiniLM.name]
    rehearsal = Library().get("fat-tax")
    claims = [root.claim for root in rehearsal.roots(Side.PRO)]
    example = corpus.nearest(flows_text(flows(*claims).trees))
    assert example is not None and example.name == "plant-based-canteens"
    assert (
        corpus.nearest(flows_text(flows("Sonatas are longer than preludes", "Oboes tune the orchestra").trees)) is None
    )


def test_files_of_the_settings_are_used_and_a_bad_one_is_said(tmp_path: Path) -> None:
    path, lost = kept(tmp_path, HARBOUR), tmp_path / "lost.jsonl"
    parts = Parts(Settings.model_validate({"thinking": {"corpus": [str(lost), str(path)], "corpus_cosine": 0.4}}))
    corpus = parts.corpus()
    assert corpus is not None and corpus.threshold == 0.4
    example = corpus.nearest("\n".join(f"[pro{i}] pro (proposed): {c}" for i, c in enumerate(HARBOUR.claims)))
    assert example is not None and example.name == "harbour"
    (line,) = parts.replaced
    assert line.part == "human debates" and "lost.jsonl" in line.reason
