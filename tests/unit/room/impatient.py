"""Preloaded instead of `agent.room.worker.left_alone`, to wait for nothing."""

from __future__ import annotations

from agent.room.worker import left_alone

left_alone.LOOK_SECONDS = left_alone.LEAVE_SECONDS = 0.1
