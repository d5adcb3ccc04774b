#!/usr/bin/env bash
# run.sh OUT SECONDS JOBS [TARGET...]: runs all targets of this folder, or the named ones, under libFuzzer.
#
# JOBS is the number of parallel processes. The targets run side by side and share them; if there are more
# targets than jobs, the targets run in several rounds. A crash ends only its own process. The script writes
# OUT/counts.txt (runs of each target), OUT/found/ (up to three failing inputs per failure, each with the
# output of its run) and OUT/found.tar.gz (an excerpt of both). It ends within SECONDS + 20 seconds, with
# exit status 0 if no input fails.
set -u
[ $# -ge 3 ] || { echo "usage: run.sh OUT SECONDS JOBS [TARGET...]" >&2; exit 2; }
kit=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd) seconds=$2 jobs=$3
shift 3
export PATH="$kit/bin:$PATH" LD_LIBRARY_PATH="$kit/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
engine="$kit/bin/nvc-fuzz-targets"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work" NVC_FUZZ_CURRENT="$work/current"
mkdir -p "$work/current" "$work/artifacts" "$work/logs" "$out/found"

declare -A input longest
names=()
while read -r name kind length; do
    input[$name]=$kind longest[$name]=$length names+=("$name")
done < "$kit/targets.txt"
[ $# -eq 0 ] || names=("$@")
for name in "${names[@]}"; do
    [ -n "${input[$name]:-}" ] || { echo "there is no target '$name'" >&2; exit 2; }
done

# Seconds reserved for sorting the inputs that the fuzzers have found.
sorting=$(( seconds >= 100 ? 15 : 5 ))
count=${#names[@]}
(( jobs >= 1 )) || jobs=1
rounds=$(( (count + jobs - 1) / jobs ))
slice=$(( (seconds - sorting) / rounds ))
# With several rounds, the fuzzers stop 3 seconds early, so that they have exited before the next round.
fuzzing=$(( rounds > 1 ? slice - 3 : slice )) grace=$(( rounds > 1 ? 1 : 5 ))
(( fuzzing >= 2 )) || fuzzing=2

fuzz() { # TARGET JOBS
    local name=$1 kind=${input[$1]} words=()
    local corpus="$work/corpus/$name"
    mkdir -p "$corpus"
    [ ! -f "$kit/dictionaries/$kind.dict" ] || words=("-dict=$kit/dictionaries/$kind.dict")
    # Sets the usual stack limit, so that stack overflows do not depend on the machine.
    ( ulimit -s 8192; ulimit -c 0
      NVC_FUZZ_TARGET=$name exec timeout -k 1 $(( slice + grace )) "$engine" \
        "-fork=$2" -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
        -timeout=10 -rss_limit_mb=2048 "-max_total_time=$fuzzing" "-max_len=${longest[$name]}" \
        "${words[@]}" "-artifact_prefix=$work/artifacts/$name-" "$corpus" "$kit/seeds/$kind" \
    ) > "$work/logs/$name" 2>&1
}

for (( first = 0; first < count; first += jobs )); do
    running=("${names[@]:first:jobs}")
    share=$(( jobs / ${#running[@]} )) more=$(( jobs % ${#running[@]} ))
    for name in "${running[@]}"; do
        mine=$(( share + (more > 0 ? 1 : 0) )) more=$(( more - 1 ))
        fuzz "$name" "$mine" &
    done
    wait
done

# Candidates are the inputs that the fuzzers kept and the last input of each process that died. Each is run
# again by itself, and counts as a failure only if it fails then.
export engine out
sort_one() {
    local file=$1 base name words key
    base=$(basename "$file")
    name=$(sed -E 's/-(crash|timeout|oom|leak|slow-unit|[0-9]+)(-.*)?$//' <<< "$base")
    words=$(ulimit -s 8192; ulimit -c 0; unset NVC_FUZZ_CURRENT
            NVC_FUZZ_TARGET=$name timeout 12 "$engine" -timeout=10 -rss_limit_mb=2048 "$file" 2>&1)
    local status=$?
    (( status == 0 )) && return
    key=$(grep -aE -A1 'panicked at|ERROR: libFuzzer' <<< "$words" | head -2 | tr -cs 'A-Za-z0-9.:' '-' | cut -c1-120)
    key="$name-$(printf '%s' "${key:-status $status}" | cksum | cut -d' ' -f1)"
    for n in 1 2 3; do
        # noclobber makes the creation of the note atomic, because several processes sort at the same time.
        if ( set -o noclobber; printf 'status %s\n%s\n' "$status" "$words" | head -c 65536 > "$out/found/$key-$n.txt" ) 2> /dev/null; then
            head -c 1048576 "$file" > "$out/found/$key-$n.input"
            return
        fi
    done
}
export -f sort_one
find "$work/artifacts" "$work/current" -type f -size +0 -printf '%s %p\n' | sort -n | cut -d' ' -f2- |
    timeout -k 1 $(( seconds + 17 > SECONDS ? seconds + 17 - SECONDS : 1 )) xargs -r -d '\n' -P "$jobs" -n 1 bash -c 'sort_one "$0"'

{
    total=0
    for name in "${names[@]}"; do
        line=$(grep -aE '^#[0-9]+: cov' "$work/logs/$name" | tail -1)
        runs=$(sed -E 's/^#([0-9]+):.*/\1/' <<< "${line:-#0:}")
        total=$(( total + runs ))
        kept=$(find "$work/artifacts" -name "$name-*" | wc -l)
        echo "$name: $runs runs, $kept inputs kept; ${line:-no run ended: $(tail -1 "$work/logs/$name")}"
    done
    different=$(find "$out/found" -name '*-1.txt' | wc -l)
    echo "all: $total runs, $jobs jobs, $seconds seconds; $different different failures"
} | tee "$out/counts.txt"
# Limits the archive to 32 files, whatever was found: the first example of each failure, which is a small one.
( cd "$out" && { echo counts.txt; find found -type f -name '*-1.*' | sort | head -32; } |
    tar czf found.tar.gz -T - )
if (( different_failures = $(find "$out/found" -name '*-1.txt' | wc -l) )); then
    for note in "$out"/found/*-1.txt; do
        echo "${note%.txt}.input: $(grep -aE -A1 'panicked at|ERROR: libFuzzer' "$note" | head -2 | tr '\n' ' ' | cut -c1-200)"
    done
    exit 1
fi
