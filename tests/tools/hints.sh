#!/bin/sh
# Judges every hint of tests/fixtures/hints/ on its exercise: how many leaking ones the guard must refuse (`by = "guard"`: their code runs as it stands) and does,
# how many of the others it refuses, and how many good ones, which must be none. Ends with 1 where one is judged otherwise than it must be.
# usage: tests/tools/hints.sh [path of etude]
set -eu
cd "$(dirname "$0")/../.."
etude=${1:-${CARGO_TARGET_DIR:-target}/debug/etude}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
ETUDE_HOME=$home "$etude" dev validate --json tests/fixtures/hints | tail -n 1 >"$home/judged.json" || true
python3 - "$home/judged.json" <<'END'
import collections, json, sys, tomllib

judged = {f["file"].split("#")[-1]: f for f in json.load(open(sys.argv[1]))["data"]["files"]}
counts, reasons, wrong = collections.Counter(), collections.Counter(), []
millis, builds = [], []
for name in ("leaking", "good"):
    for hint in tomllib.load(open(f"tests/fixtures/hints/{name}.toml", "rb"))["hint"]:
        found = judged[hint["id"]]
        kind = "good" if name == "good" else "must be refused" if "by" in hint else "only counted"
        counts[kind, found["accepted"]] += 1
        built, rest = found["detail"].split(" runs, ")
        took, said = rest.split(" ms")
        builds.append(int(built)), millis.append(int(took))
        if not found["accepted"]:
            reasons["by tokens" if "tokens of code" in said else "by a test" if "passes" in said else "by a run of the solution"] += 1
        if found["as_expected"] is False:
            wrong.append(f"{hint['id']}: {kind}, and {'accepted' if found['accepted'] else 'refused'}{said}")
for kind in ("must be refused", "only counted", "good"):
    print(f"{kind}: {counts[kind, False]} refused, {counts[kind, True]} accepted")
print("refused", dict(reasons))
millis.sort()
nth = lambda share: millis[int(len(millis) * share)]
print(f"{len(judged)} hints, {sum(builds)} builds (at most {max(builds)}), {builds.count(0)} without one; median {nth(0.5)} ms, 90% {nth(0.9)} ms, longest {millis[-1]} ms")
print(*wrong, sep="\n")
sys.exit(bool(wrong))
END
