"""Where the matches of an arena are held: in this process, or on the machines of a Ray cluster."""
