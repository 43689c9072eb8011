"""What `--json` prints, as models and schemas."""
