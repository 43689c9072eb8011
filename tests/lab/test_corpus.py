"""Debates that people held: read from their speeches and kept as trees."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from config.errors import LibraryError
from config.format import Side
from planning.debate.flow import ClaimStatus, flows_text
from rostrum_lab.corpus.build import PIECE_WORDS, Builder, Built, pieces
from rostrum_lab.corpus.embedded import rate, read_embedded
from rostrum_lab.corpus.nearest import FlowCorpus
from rostrum_lab.corpus.nearest import pieces as pieces_of_text
from rostrum_lab.corpus.prose import Block, blocks, plain
from rostrum_lab.corpus.speeches import DebateTranscript, transcripts
from rostrum_lab.corpus.store import LONGEST, Debate, load, short
from tests.fakes import BagEmbedder
from tests.lab.held_debates import HARBOUR, LANTERNS, MOTHS, SCHOOL, debate, kept, made_words

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


def transcript(**changed: Any) -> DebateTranscript:
    return DebateTranscript.model_validate(DEBATE | changed)


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
        (Side.PRO, LANTERNS, ClaimStatus.ATTACKED),
        (
            Side.CON,
            "Sailors should not trust lanterns on the rocks at night, because oil burns out.",
            ClaimStatus.PROPOSED,
        ),
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
        f"The {word} lamp must protect sailors because it makes the {word} night safe." for word in made_words(600)
    ]
    long = "\n\n".join(" ".join(sentences[i : i + 12]) for i in range(0, 600, 12))
    found = read_embedded(transcript(speeches=[{"side": "pro", "text": long}]), BagEmbedder())
    nodes = list(found.trees[Side.PRO])
    assert len(long.split()) > 7000
    assert sum(1 + len(node.arguments) for node in nodes) <= 24
    assert all(len(node.claim) <= LONGEST for node in nodes)


# -- built and kept -----------------------------------------------------------------------------------


def built(known: dict[str, Debate] | None = None, *these: DebateTranscript) -> Built:
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
    long = debate("long", *(f"claim {word} " + "of lamps " * 20 for word in made_words(100)))
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
