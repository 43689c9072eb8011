"""Claims verified, documents compared and motions prepared on a server: each in a folder and a process of its own."""
