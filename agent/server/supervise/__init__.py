"""The processes of `rostrum serve`, kept running."""
