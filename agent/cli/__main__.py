"""`python -m agent.cli`: the same as `rostrum`."""

from agent.cli.main import main

if __name__ == "__main__":  # processes that are spawned from here import this file too
    main()
