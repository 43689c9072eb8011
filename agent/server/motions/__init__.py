"""People's own motions: checked by a model, agreed on, prepared for both sides while a match waits or is held."""
