#!/bin/sh
# The page, built from agent/web/src into agent/web/dist, where Node is there; without it everything but the page works.
cd "$(dirname "$0")/../agent/web" || exit 1
if ! command -v node >/dev/null || ! command -v npm >/dev/null || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
    echo "the page is not built: it needs Node 20 or newer with npm (Debian: sudo apt-get install nodejs npm, or https://nodejs.org); then make page"
    exit 0
fi
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund --loglevel=error || exit 1
    touch node_modules/.package-lock.json
fi
npm run --silent build
