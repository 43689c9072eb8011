"""Where a model writes the statements of one side: briefed, written, traced, checked and revised."""
