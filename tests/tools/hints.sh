#!/bin/sh
# Tries every hint of tests/fixtures/hints/ on its exercise and says how many of each kind were taken for what they are.
# usage: tests/tools/hints.sh [path of etude]
set -eu
cd "$(dirname "$0")/../.."
etude=${1:-${CARGO_TARGET_DIR:-target}/debug/etude}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
ETUDE_HOME=$home "$etude" dev validate --json tests/fixtures/hints | tail -n 1 >"$home/judged.json" || true
python3 - "$home/judged.json" <<'END'
import json, sys
files = json.load(open(sys.argv[1]))["data"]["files"]
count, millis, runs = {}, [], []
for hint in files:
    leaks = hint["accepted"] != hint["as_expected"]
    key = ("leaking" if leaks else "good", "accepted" if hint["accepted"] else "refused")
    count[key] = count.get(key, 0) + 1
    run, took = hint["detail"].split(" ms")[0].split(" runs, ")
    runs.append(int(run)), millis.append(int(took))
    if not hint["as_expected"]:
        print("unexpected:", hint["file"].split("#")[-1], *key, hint["detail"])
for kind in ("leaking", "good"):
    print(f"{kind}: {count.get((kind, 'refused'), 0)} refused, {count.get((kind, 'accepted'), 0)} accepted")
millis.sort()
print(f"{len(files)} hints, {sum(runs)} runs (at most {max(runs)}), {runs.count(0)} without one; median {millis[len(millis) // 2]} ms, longest {millis[-1]} ms")
END
