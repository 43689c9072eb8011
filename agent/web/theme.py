"""Colours and a logo for broadcasts: read from a file, checked, and sent to browsers as custom properties.

Only valid colours and a real picture ever reach a browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from config.errors import ConfigError
from config.yaml_file import read_yaml

FILE = "theme.yaml"
LOGO_BYTES = 1024 * 1024
LEAST_CONTRAST = 4.5  # of text on its background (WCAG AA)
PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]


class Colours(BaseModel):
    """Colours of styles/base.css that may be replaced; None keeps one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paper: Colour | None = None
    card: Colour | None = None
    ink: Colour | None = None
    soft: Colour | None = None
    line: Colour | None = None
    pro: Colour | None = None
    pro_wash: Colour | None = None
    con: Colour | None = None
    con_wash: Colour | None = None
    on_colour: Colour | None = None
    warn: Colour | None = None
    alarm: Colour | None = None


class _ThemeFile(BaseModel):
    """theme.yaml. `logo`: a PNG, JPEG or WebP file in its folder; `dark`: for dark screens, by default as light."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    logo: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$")] | None = None
    light: Colours = Field(default=Colours())
    dark: Colours = Field(default=Colours())


@dataclass(frozen=True)
class Theme:
    """What browsers get: a style sheet of ours, and a logo with its media type."""

    css: str = ""
    logo: bytes = b""
    kind: str = ""


def read_theme(path: Path | None) -> Theme:
    """The theme in a file, or in theme.yaml of a folder; the empty theme for None.

    Raises ConfigError: it cannot be read, a colour or the logo is invalid, or the contrast of text is too low.
    """
    if path is None:
        return Theme()
    file = path / FILE if path.is_dir() else path
    told = read_yaml(file, _ThemeFile)
    for name, colours in (("light", told.light), ("dark", told.dark)):
        _readable(file, name, colours)
    logo = _logo(file.parent / told.logo) if told.logo else b""
    rules = [_rule(told.light, ['--logo:url("/theme/logo")', "--logo-width:14rem"] if logo else [])]
    rules.append(f"@media (prefers-color-scheme:dark){{{_rule(told.dark, [])}}}")
    return Theme("\n".join(rules) + "\n", logo, _kind(logo))


def _rule(colours: Colours, more: list[str]) -> str:
    told = [f"--{name.replace('_', '-')}:{value}" for name, value in colours.model_dump(exclude_none=True).items()]
    return f":root:has(.broadcast){{{';'.join([*told, *more])}}}"


def _logo(path: Path) -> bytes:
    try:
        if path.stat().st_size > LOGO_BYTES:
            raise ConfigError(f"{path}: a logo may have at most {LOGO_BYTES // 1024} kB: make it smaller")
        content = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if not _kind(content):
        raise ConfigError(f"{path}: is not a PNG, JPEG or WebP picture")
    return content


def _kind(content: bytes) -> str:
    """The media type by content, whatever the file is called; empty for other files."""
    kind = next((kind for start, kind in PICTURES.items() if content.startswith(start)), "")
    return "" if kind == "image/webp" and content[8:12] != b"WEBP" else kind


# -- contrast --------------------------------------------------------------------------------------


def _readable(file: Path, name: str, colours: Colours) -> None:
    for text, ground in (("ink", "paper"), ("soft", "paper"), ("ink", "pro_wash"), ("ink", "con_wash")):
        pair = getattr(colours, text), getattr(colours, ground)
        if None not in pair and (found := _contrast(*pair)) < LEAST_CONTRAST:
            wanted = f"{found:.1f} to 1, at least {LEAST_CONTRAST} is needed"
            raise ConfigError(f"{file}: {name}: {text} on {ground} has too little contrast ({wanted}): choose others")


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
