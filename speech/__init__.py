"""The ear and the mouth: voice activity, recognition, voices, fit. Never imports planning or agent."""
