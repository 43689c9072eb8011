#!/bin/sh
# The browser in which the page is tested: installed where we may, named where we may not.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && exit 0
done
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "not installed: Chromium (on Debian: sudo apt-get install chromium); the tests of the page need it"
