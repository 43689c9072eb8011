"""Takes jobs from LiveKit, and is one."""
