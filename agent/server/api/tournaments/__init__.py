"""The API's addresses for tournaments: made and directed, told to everybody, followed, and those of private links."""
