"""Options and output that several commands share."""

from __future__ import annotations

import json

import click

DEMO_MOTION = "ai-tutor"

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
motion_option = click.option("--motion", default=DEMO_MOTION, show_default=True, help="Its id or its text.")


def say(value: object) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1, ensure_ascii=False))
