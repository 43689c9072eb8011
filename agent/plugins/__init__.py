"""Speech services that livekit-agents has plugins for, behind the Protocols of `speech`."""
