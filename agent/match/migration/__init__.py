"""Logs of older versions, brought up to date; nothing else knows what they looked like. Pure."""
