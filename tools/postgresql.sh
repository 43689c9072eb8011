#!/bin/sh
# The database in which a tournament's log is tested: installed where we may, named where we may not.
command -v initdb >/dev/null && exit 0
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null && exit 0
fi
echo "not installed: PostgreSQL (on Debian: sudo apt-get install postgresql); the tests of a tournament's log need it"
