# shellcheck shell=bash disable=SC2154 # Variables and functions of ./test.
# How libFuzzer feeds the targets in `fuzz`.
# Sourced by ./test. What they begin with is in fuzz/corpus.

fuzz_targets=()
for fuzz_target in fuzz/fuzz_targets/*.rs; do
  fuzz_targets+=("$(basename "$fuzz_target" .rs)")
done

# feed_by_libfuzzer SECS: each target for so long, two at a time. A target passes if nothing crashes it.
feed_by_libfuzzer() {
  local secs=$1 lane turn name
  lanes=()
  for lane in 0 1; do
    # In a group of its own, so that all of it ends when this script does.
    set -m
    (
      for ((turn = lane; turn < ${#fuzz_targets[@]}; turn += 2)); do
        feed_target "${fuzz_targets[turn]}" "$secs"
      done
    ) &
    lanes+=($!)
    set +m
  done
  wait "${lanes[@]}"
  lanes=()
  for name in "${fuzz_targets[@]}"; do
    if [ -e "$scratch/$name.held" ]; then
      add 1 0
    else
      add 0 1
      tail -n 60 -- "$scratch/$name.log" | keep_failure "$name"
    fi
  done
}

# feed_target NAME SECS: what libFuzzer learns is kept beside what is built, in `corpus`, and an input that crashes the target
# in `found`.
feed_target() {
  local name=$1 secs=$2 learned=$target/fuzz/corpus/$1 found=$target/fuzz/found log=$scratch/$1.log
  mkdir -p -- "$learned" "$found"
  if "$target/debug/$name" "$learned" "fuzz/corpus/$name" -dict="fuzz/dictionaries/$name.dict" -max_len=4096 \
    -timeout=10 -max_total_time="$secs" -print_final_stats=1 -artifact_prefix="$found/$name-" >"$log" 2>&1; then
    awk -v name="$name" '/^stat::number_of_executed_units/ { ran = $2 } / cov: / { sub(/.* cov: /, ""); ways = $1 }
      END { print name ": " ran " inputs, " ways " branches" }' "$log"
    touch "$scratch/$name.held"
  else
    echo "$name: it crashed, or could not run"
    tail -n 60 "$log"
  fi
}
