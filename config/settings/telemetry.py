"""What can be seen of matches from outside."""

from __future__ import annotations

from config.settings.section import Section


class Telemetry(Section):
    """Traces go where OTEL_EXPORTER_OTLP_ENDPOINT says, nowhere without it; `content`: with the words of the match."""

    content: bool = False
