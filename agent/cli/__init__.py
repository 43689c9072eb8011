"""The command line: `main.py` is `rostrum`, and each larger command has a file of its own."""
