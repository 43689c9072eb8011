"""The ear and the mouth: voice activity, recognition, voices, the clock of a statement. Never imports planning or agent."""
