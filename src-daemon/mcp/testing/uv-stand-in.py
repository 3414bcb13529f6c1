"""Answers as uv's documentation says for the few commands Satchel gives it; what it installs, pip installs. It is not uv."""

import json
import os
import subprocess
import sys

def option(name):
    at = args.index(name)
    _, found = args.pop(at), args.pop(at)
    return found


def pip(*rest):
    command = [sys.executable, "-I", "-m", "pip", *rest]
    trusted = {"PIP_CERT": os.environ["SSL_CERT_FILE"], "PIP_INDEX_URL": os.environ["UV_DEFAULT_INDEX"]}
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **trusted})
    if done.returncode != 0:
        sys.exit("error: " + done.stderr.strip().splitlines()[-1])


args = sys.argv[1:]
if args[:2] == ["python", "find"]:
    print(sys.executable)
elif args == ["pip", "compile", "--help"]:
    print("      --default-index <DEFAULT_INDEX>\n          The default package index (by default:\n          <https://index.example/simple>) [env: UV_DEFAULT_INDEX=]")
elif args[:2] == ["pip", "compile"]:
    out, _ = option("--output-file"), option("--python")
    assert "--generate-hashes" in args and option("--only-binary") == ":all:"
    report = out + ".json"
    more = ["--no-deps"] if "--no-deps" in args else []
    pip("install", "--dry-run", "--ignore-installed", "--only-binary", ":all:", "--report", report, *more, "-r", args[2])
    with open(report) as file, open(out, "w") as target:
        for one in json.load(file)["install"]:
            digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
            target.write(f"{one['metadata']['name']}=={one['metadata']['version']} \\\n    --hash=sha256:{digest} \\\n    --hash=sha256:{'0' * 64}\n")
elif args[:2] == ["pip", "install"]:
    python, file = option("--python"), option("-r")
    assert "--require-hashes" in args and "--no-deps" in args
    pip("--python", python, "install", "--require-hashes", "--no-deps", "-r", file)
else:
    sys.exit("error: unrecognized subcommand " + " ".join(args))
