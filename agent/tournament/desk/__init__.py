"""What a director does, as entries that are ready to be made, with their effect told first. Pure."""
