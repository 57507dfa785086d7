#!/usr/bin/env bash
# Random questions to the API, made from its OpenAPI description: no answer may be a
# server error or differ from the description. Needs Python 3 with venv (installed as root
# on Debian); schemathesis goes into a virtual environment under target/. Arguments: the
# number of examples for each operation (default 10; a thorough run takes 300), and a seed
# (default: another one each time). The program is $SPRAGUE, or else target/debug/sprague.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${SPRAGUE:-}" ]; then
  cargo build --quiet --package sprague-cli
fi
program=${SPRAGUE:-target/debug/sprague}
if [ ! -x target/schemathesis/bin/schemathesis ]; then
  rm -rf target/schemathesis
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
      echo "questions to the API: please install python3-venv (or: make test API=no)" >&2
      exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv >/dev/null
  fi
  python3 -m venv target/schemathesis
  target/schemathesis/bin/pip install --quiet --disable-pip-version-check 'schemathesis==4.32.5'
fi
coproc server { exec "$program" serve --addr 127.0.0.1:0 --quiet --limit 20000 --time 5 --job-time 5; }
trap 'kill "$server_PID" 2>/dev/null || true' EXIT
read -r address <&"${server[0]}"
# Very long addresses would fill the screen: 200 columns say what is wrong.
target/schemathesis/bin/schemathesis run "${address}api/openapi.json" \
  --max-examples "${1:-10}" --phases examples,coverage,fuzzing --generation-database none \
  ${2:+--seed "$2"} \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method \
  --request-timeout 120 --no-color | cut -c1-200
