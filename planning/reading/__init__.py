"""From heard words to actions on the flow trees, without a model and with one."""
