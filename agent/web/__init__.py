"""The page: where debates are held, heard and followed; its sources in src/, built into dist/ by `make page`."""
