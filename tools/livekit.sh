#!/bin/sh
# Build the pinned livekit-server into the project's own tools folder; say how else to get it where Go is missing.
# Usage: tools/livekit.sh VERSION FOLDER
set -eu
version=$1 folder=$2
if ! command -v go >/dev/null; then
    echo "livekit-server is missing and there is no Go to build it: install it from https://docs.livekit.io/transport/self-hosting/local/ (binary, Homebrew or Docker); 'rostrum debate' works without it"
    exit 0
fi
echo "building livekit-server $version (a minute or two, once)"
mkdir -p "$folder"
GOBIN="$folder" GOFLAGS= go install "github.com/livekit/livekit-server/cmd/server@$version"
mv "$folder/server" "$folder/livekit-server"
