"""Claims verified and documents compared on a server: each in a folder and a process of its own."""
