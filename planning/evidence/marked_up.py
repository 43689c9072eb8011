"""HTML and Markdown as text with headings for its places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date
from itertools import groupby
from typing import Any

import yaml

from planning.evidence.document import Document, decoded, sections
from planning.language.text import clean, date_in

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_NO_TEXT = "script style noscript nav header footer aside form button select template svg iframe".split()
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_BLOCKS = _HEADINGS | frozenset(
    "p li td th dd dt blockquote pre figcaption caption div section article main body".split()
)
_DATES = "article:published_time datepublished citation_publication_date citation_date dc.date date".split()


def html_document(data: bytes) -> Document:
    from lxml import etree, html

    encoding = "utf-8" if _is_utf8(data) else None  # else as the page says, or as libxml2 guesses
    root = html.document_fromstring(data, parser=html.HTMLParser(encoding=encoding, no_network=True))
    titles, about = root.xpath("//title"), dict(_meta(root))
    day = next((about[name] for name in _DATES if name in about), None) or root.xpath("string(//time/@datetime)")
    etree.strip_elements(root, *_NO_TEXT, etree.Comment, with_tail=False)
    for line_break in root.iter("br"):
        line_break.tail = f" {line_break.tail or ''}"
    main = max(root.xpath("//main | //article"), key=lambda one: len(one.text_content()), default=root.find("body"))

    def blocks() -> Iterator[tuple[bool, str]]:
        for block, texts in groupby(main.xpath(".//text()") if main is not None else (), key=_block_of):
            yield block.tag in _HEADINGS, "".join(texts)

    return Document(
        tuple(sections(blocks())),
        title=clean(about.get("og:title") or (titles[0].text_content() if titles else "")),
        author=clean(about.get("author") or about.get("citation_author") or ""),
        date=date_in(str(day or "")),
    )


def _block_of(text: Any) -> Any:
    """The nearest element around a text node that stands on lines of its own."""
    element = text.getparent().getparent() if text.is_tail else text.getparent()
    while element.tag not in _BLOCKS and element.getparent() is not None:
        element = element.getparent()
    return element


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _meta(root: Any) -> Iterator[tuple[str, str]]:
    for one in reversed(root.xpath("//meta[@content]")):  # so that the first of a name stays
        name = one.get("property") or one.get("name") or one.get("itemprop") or ""
        yield name.lower(), one.get("content")


def markdown_document(data: bytes) -> Document:
    from markdown_it import MarkdownIt

    text = decoded(data)
    about, text = _front_matter(text)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)

    def blocks() -> Iterator[tuple[bool, str]]:
        heading = False
        for token in tokens:
            if token.type in ("heading_open", "heading_close"):
                heading = token.type == "heading_open"
            elif token.type == "inline":
                yield heading, "".join(map(_inline, token.children or ()))

    first = re.search(r"^# +(.+)$", text, re.M)
    return Document(
        tuple(sections(blocks())),
        title=clean(about.get("title") or (first[1] if first else "")),
        author=clean(about.get("author") or about.get("authors") or ""),
        date=date_in(about.get("date") or ""),
    )


def _inline(token: Any) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return str(token.content) if token.type in ("text", "code_inline") else ""


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """The plain values of a leading YAML block, and the text after it."""
    if (found := _FRONT.match(text)) is None:
        return {}, text
    try:
        raw = yaml.safe_load(found[1])
    except yaml.YAMLError:
        return {}, text
    values = raw.items() if isinstance(raw, dict) else ()
    plain = {str(key).lower(): str(value) for key, value in values if isinstance(value, str | int | Date)}
    return plain, text[found.end() :]
