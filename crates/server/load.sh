#!/usr/bin/env bash
# Load on loopback with wrk (Debian package wrk): cached answers to 200 connections.
# Arguments: seconds (default 60), connections (default 200). Fails on any answer that is
# not 2xx. Prints the latencies and the memory of the server.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${SPRAGUE:-target/release/sprague}
[ -x "$program" ] || cargo build --quiet --release --package sprague-cli
coproc server { exec "$program" serve --addr 127.0.0.1:0 --quiet; }
trap 'kill "$server_PID" 2>/dev/null || true' EXIT
read -r address <&"${server[0]}"
report=$(wrk --threads 2 --connections "${2:-200}" --duration "${1:-60}s" --latency \
  "${address}api/values?game=0.77&to=1000")
echo "$report"
grep VmHWM "/proc/$server_PID/status"
if grep -q 'Non-2xx' <<<"$report"; then
  echo "some answers were not 2xx" >&2
  exit 1
fi
