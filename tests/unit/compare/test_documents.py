"""Documents read into segments with their places, and searched."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from planning.compare.documents.reading import Read, read_one
from planning.compare.documents.search import ENCODED_WHOLE, SHORTLIST, Searched
from planning.compare.documents.segments import cut, headed
from planning.evidence.documents import without_running_lines
from planning.evidence.shelf import Shelf
from planning.ports import Vectors
from tests.fakes import BagEmbedder
from tests.models.test_evidence_folder import pdf, word
from tests.unit.compare.scripted import DOCUMENTS, WESTMARK

SIX = " ".join(f"Sentence number {word} says a thing about schools." for word in "one two three four five six".split())


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "shelf")


def texts(sections: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(one.place, one.text) for one in cut(sections, "A").segments]


def test_a_segment_is_three_sentences_and_ends_where_its_heading_does() -> None:
    found = texts([("Sleep", SIX), ("Cost", "It cost a lot of money.")])
    assert [(place, text.count(".")) for place, text in found] == [("Sleep", 3), ("Sleep", 3), ("Cost", 1)]


def test_a_sentence_goes_on_over_the_end_of_a_page() -> None:
    found = cut([("page 1", "The trial found that pupils"), ("page 2", "slept longer. Absence fell.")], "B").segments
    assert [(one.id, one.page, one.text) for one in found] == [
        ("B1", 1, "The trial found that pupils slept longer."),
        ("B2", 2, "Absence fell."),
    ]


def test_the_titles_of_other_peoples_work_are_left_out() -> None:
    pages = [("page 1", "We found this.\nReferences\nDoe 2001. Another work.\nAppendix A\nMore of ours stands here.")]
    assert texts(pages) == [("page 1", "We found this. Appendix A More of ours stands here.")]
    assert texts([("Results", SIX), ("References", "Doe 2001.")]) == texts([("Results", SIX)])


def test_lines_at_the_edge_of_every_page_are_no_text() -> None:
    pages = [f"Journal of Schools\nText of page {n} that is its own{'!' * n}\n{n} | 2024" for n in range(1, 5)]
    assert without_running_lines(pages) == [f"Text of page {n} that is its own{'!' * n}" for n in range(1, 5)]
    assert without_running_lines(pages[:2]) == pages[:2]  # two are no series


def test_what_is_no_prose_is_no_segment() -> None:
    contents = "Sleep . . . . . . . . . . . . . . . 15 Cost . . . . . . . . . . . . . . . . . 22"
    assert texts([("page 1", contents), ("page 2", "12.5 | 13.1 | 14.0"), ("page 3", "Sleep grew.")]) == [
        ("page 3", "Sleep grew.")
    ]


def test_a_pdf_without_a_title_has_its_first_line(tmp_path: Path, shelf: Shelf) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("A trial of later school hours"))
    (tmp_path / "b_report.pdf").write_bytes(pdf("See https://example.org for all of it."))
    (tmp_path / "c.pdf").write_bytes(pdf("Words of it.", about="/Title (Final.docx)"))
    titles = [read_one(tmp_path / name, "A", shelf).source.title for name in ("a.pdf", "b_report.pdf", "c.pdf")]
    assert titles == ["A trial of later school hours", "b report", "Words of it."]


def test_plain_text_has_its_title_and_headings() -> None:
    title, sections = headed("A trial of hours\n\nAbstract\n\nWe tried.\n\nMethods\n\nWe counted.\n\nTwice.")
    assert (title, sections) == ("A trial of hours", (("Abstract", "We tried."), ("Methods", "We counted.\n\nTwice.")))
    assert headed("One line only") == ("", (("", "One line only"),))
    assert texts(headed("It is so.\n\nIt is not so.")[1]) == [
        ("paragraph 1", "It is so."),
        ("paragraph 2", "It is not so."),
    ]


def test_every_kind_of_document_is_read_with_its_places(tmp_path: Path, shelf: Shelf) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("Pupils slept longer in the trial.", "Absence fell in the second year."))
    word(tmp_path / "b.docx")
    found = [read_one(path, "A", shelf) for path in (tmp_path / "a.pdf", tmp_path / "b.docx", WESTMARK)]
    assert [[one.page for one in read.segments] for read in found] == [[1, 2], [None], [None] * 16]
    assert found[1].segments[0].place == "What was counted" and found[1].source.author == "Eve Fox"
    assert found[2].source.title == "Delayed start in Westmark County: evaluation report"
    assert found[2].source.abstract.startswith("From August 2022") and found[2].front == 4


def test_abstract_and_introduction_are_found(shelf: Shelf) -> None:
    study = read_one(DOCUMENTS / "phone_study.txt", "B", shelf)
    assert study.source.abstract.startswith("We compare 16 secondary schools")
    assert [one.place for one in study.segments[: study.front]] == [
        "paragraph 1", "Abstract", "Abstract", "Introduction", "Introduction",
    ]  # fmt: skip


# -- searching -----------------------------------------------------------------------------------------


class Counting(BagEmbedder):
    def __init__(self) -> None:
        self.seen = list[str]()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        return super().embed(texts)


def long_document(folder: Path, shelf: Shelf, count: int) -> Read:
    topics = ("sleep", "absence", "buses", "money")
    text = "\n\n".join(f"Paragraph {n} tells of {topics[n % 4]} in school {n}." for n in range(count))
    (folder / "long.txt").write_text(text)
    return read_one(folder / "long.txt", "A", shelf)


def test_encodings_are_kept_by_content(tmp_path: Path, shelf: Shelf) -> None:
    document = long_document(tmp_path, shelf, 40)
    first, again = Counting(), Counting()
    found = Searched(document, first, shelf).nearest("absence in school 5", 3)
    assert found[0].text == "Paragraph 5 tells of absence in school 5."
    assert Searched(document, again, shelf).nearest("absence in school 5", 3) == found
    assert (len(first.seen), again.seen) == (1 + 1 + 40, ["absence in school 5"])  # a first text tells the width


def test_of_a_long_document_only_a_shortlist_is_encoded(tmp_path: Path, shelf: Shelf) -> None:
    document = long_document(tmp_path, shelf, ENCODED_WHOLE + 400)
    embedder = Counting()
    searched = Searched(document, embedder, shelf)
    searched.index()
    assert len(embedder.seen) <= 1
    found = searched.nearest("buses in school 702", 3)
    assert found[0].text.endswith("buses in school 702.")
    assert len(embedder.seen) <= SHORTLIST + 2
    assert searched.nearest("buses in school 702", 3) == found
    assert np.isfinite(searched.scored("nothing of the kind", 2)[0][1])  # no word of it occurs
