"""The debate of a corpus that is most like a match: found by its claims, in files and in what ships."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from agent.components import Components
from config.format import Side
from config.settings import Settings, cache_folder
from planning.debate.flow import Flows, flows_text
from planning.encoders.local import MiniLM
from planning.methods.treedebater.library.library import Library
from planning.ports import Vectors
from rostrum_lab.corpus.nearest import MEASURED, SHIPPED, FlowCorpus, vectors_of
from rostrum_lab.corpus.nearest import pieces as pieces_of_text
from rostrum_lab.corpus.store import Debate, load, save
from tests.fakes import BagEmbedder
from tests.lab.held_debates import HARBOUR, LANTERNS, MOTHS, SCHOOL, debate, flows, kept, made_words


def test_the_debate_with_the_likest_claims_is_found(tmp_path: Path) -> None:
    corpus = FlowCorpus([kept(tmp_path, SCHOOL, HARBOUR)], BagEmbedder())
    example = corpus.nearest(flows_text(flows("lanterns make the harbour safer at night", against=MOTHS).trees))
    assert example is not None and example.name == "harbour"
    assert example.text.startswith("Motion: About harbour\n\nClaims of pro") and MOTHS in example.text


def test_a_debate_that_nobody_held_is_never_called_human(tmp_path: Path) -> None:
    shipped = [one for path in SHIPPED.glob("*.jsonl") for one in load(path)[0]]
    assert {one.kind for one in shipped if one.source == "Rostrum"} == {"model debate"}
    held = HARBOUR.model_copy(update={"reader": "embedded"})
    made = SCHOOL.model_copy(update={"reader": "written"})
    assert FlowCorpus([kept(tmp_path, held, made)], BagEmbedder()).kinds == {"human debate": 1, "model debate": 1}


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
    return [
        debate(f"d{i}", f"claim {word} of lamps", f"claim {word} of rocks") for i, word in enumerate(made_words(count))
    ]


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
    corpus = Components(Settings()).examples()
    assert corpus is not None and corpus.threshold == MEASURED[MiniLM.name]
    rehearsal = Library().get("fat-tax")
    claims = [root.claim for root in rehearsal.roots(Side.PRO)]
    example = corpus.nearest(flows_text(flows(*claims).trees))
    assert example is not None and example.told == "model debate plant-based-canteens"
    assert (
        corpus.nearest(flows_text(flows("Sonatas are longer than preludes", "Oboes tune the orchestra").trees)) is None
    )


def test_files_of_the_settings_are_used_and_a_bad_one_is_said(tmp_path: Path) -> None:
    path, lost = kept(tmp_path, HARBOUR), tmp_path / "lost.jsonl"
    components = Components(
        Settings.model_validate({"thinking": {"corpus": [str(lost), str(path)], "corpus_cosine": 0.4}})
    )
    corpus = components.examples()
    assert corpus is not None and corpus.threshold == 0.4
    example = corpus.nearest("\n".join(f"[pro{i}] pro (proposed): {c}" for i, c in enumerate(HARBOUR.claims)))
    assert example is not None and example.name == "harbour"
    (line,) = components.replaced
    assert line.part == "example debates" and "lost.jsonl" in line.reason
