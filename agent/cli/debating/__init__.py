"""Commands that hold a match or show one."""
