"""The API over HTTP: its addresses, who may ask at each, and what a request is answered with."""
