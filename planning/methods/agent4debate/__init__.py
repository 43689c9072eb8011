"""Agent4Debate's way of debating: a team of four in one dialogue."""

NAME = "agent4debate"
