#!/usr/bin/env bash
# Random questions to the API, made from its OpenAPI description: no answer may be a
# server error or differ from the description. Needs Python 3; installs schemathesis into
# a virtual environment under target/. The argument is the number of examples for each
# operation (default 10; a thorough run takes 300).
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${SPRAGUE:-target/debug/sprague}
[ -x "$program" ] || cargo build --quiet --package sprague
if [ ! -x target/schemathesis/bin/schemathesis ]; then
  python3 -m venv target/schemathesis
  target/schemathesis/bin/pip install --quiet 'schemathesis>=4,<5'
fi
coproc server { exec "$program" serve --addr 127.0.0.1:0 --quiet --limit 20000 --time 5 --job-time 5; }
trap 'kill "$server_PID" 2>/dev/null || true' EXIT
read -r address <&"${server[0]}"
target/schemathesis/bin/schemathesis run "${address}api/openapi.json" \
  --max-examples "${1:-10}" --phases examples,coverage,fuzzing --generation-database none \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method \
  --request-timeout 20 --no-color
