"""Its commands: `rostrum corpus`, `reward`, `calibrate`."""
