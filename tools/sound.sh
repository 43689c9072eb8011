#!/bin/sh
# Debian packages that sound needs and no wheel brings: installed where we may, named where we may not.
missing=""
command -v flite >/dev/null || missing="flite"
[ "$(uname)" != Linux ] || /sbin/ldconfig -p 2>/dev/null | grep -q libportaudio || missing="$missing libportaudio2"
[ -n "$missing" ] || exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    # shellcheck disable=SC2086
    apt-get update -qq && apt-get install -y -qq $missing >/dev/null && exit 0
fi
echo "not installed: $missing (on Debian: sudo apt-get install $missing); flite is a voice that stands in, libportaudio2 is for a microphone"
