"""Runs the containers of census.yaml as processes of this machine: the same commands, with another
address, folder and family. Validates the manifest too, where kubernetes-validate is installed.

    python deploy/manifest.py
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

WORKERS = 2
FAMILY = "octal:1"


def containers(manifest: Path) -> dict[str, list[str]]:
    """The command of every container, by name."""
    found = {}
    for part in yaml.safe_load_all(manifest.read_text()):
        pod = part["spec"].get("template", {}).get("spec", {})
        for container in pod.get("containers", []):
            found[container["name"]] = container["command"] + container.get("args", [])
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main() -> None:
    manifest = Path(__file__).with_name("census.yaml")
    try:
        import kubernetes_validate

        for part in yaml.safe_load_all(manifest.read_text()):
            kubernetes_validate.validate(part, kubernetes_validate.latest_version(), strict=True)
        print("the manifest is valid for Kubernetes", kubernetes_validate.latest_version())
    except ImportError:
        print("the manifest was not validated: pip install kubernetes-validate")

    commands = containers(manifest)
    assert set(commands) == {"scheduler", "worker", "census"}, sorted(commands)
    with tempfile.TemporaryDirectory() as folder:
        port = str(free_port())
        here = {
            "python": sys.executable,
            "8786": port,
            "tcp://sprague-scheduler:8786": f"tcp://127.0.0.1:{port}",
            "/data/hex.db": f"{folder}/atlas.db",
            "/tmp": folder,
            "hex:3": FAMILY,
        }

        def start(name: str) -> subprocess.Popen[bytes]:
            command = [here.get(word, word) for word in commands[name]]
            with open(f"{folder}/{name}.log", "ab") as log:
                out = subprocess.PIPE if name == "census" else log
                return subprocess.Popen(command, cwd=folder, stdout=out, stderr=log)

        started = [start("scheduler")]
        try:
            started += [start("worker") for _ in range(WORKERS)]
            # Kubernetes starts the job again until the scheduler answers.
            for attempt in range(5):
                job = start("census")
                started.append(job)
                out, _ = job.communicate(timeout=300)
                if job.returncode == 0:
                    break
                time.sleep(2)
            log = Path(folder, "census.log").read_text()
            assert job.returncode == 0, log
            summary = json.loads(out)
            assert summary["games"] == 8 and not summary["stopped"], summary
            assert Path(folder, "atlas.db").stat().st_size > 0
            print("the containers' commands, as processes:", json.dumps(summary))
        finally:
            for process in started:
                process.terminate()
            for process in started:
                try:
                    process.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


if __name__ == "__main__":
    main()
