# Installs what the test steps need: Debian packages, the browser tests' npm packages, the contract tests' PyPI ones,
# cargo-deny, and what libFuzzer runs.
# Sourced by ./test and bench/run. Rust is not installed here, and nothing is started.

# install_packages STEP…: the Debian packages that these steps need and the machine lacks.
install_packages() {
  local wanted=" $* " missing=()
  if [[ $wanted =~ \ (lint|sqlite|postgres|browser|contract|faults|fuzz|deny)\  ]] && [ -z "$(type -P cc)" ]; then
    missing+=(build-essential pkg-config)
  fi
  if [[ $wanted =~ \ (lint|postgres|browser)\  ]]; then
    [ -n "$(type -P python3)" ] || missing+=(python3)
  fi
  if [[ $wanted =~ \ (postgres|faults)\  ]]; then
    [ -n "$(postgres_programs)" ] || missing+=(postgresql)
  fi
  if [[ $wanted == *" wrk "* ]]; then
    [ -n "$(type -P wrk)" ] || missing+=(wrk)
  fi
  if [[ $wanted =~ \ (nginx|faults)\  ]]; then
    [ -n "$(PATH=$PATH:/usr/sbin type -P nginx)" ] || missing+=(nginx-light)
  fi
  if [[ $wanted == *" browser "* ]]; then
    [ -n "$(type -P node)" ] || missing+=(nodejs)
    [ -n "$(type -P npm)" ] || missing+=(npm)
    [ -n "${CHROMIUM:-$(type -P chromium)}" ] || missing+=(chromium)
  fi
  if [[ $wanted == *" contract "* ]]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    # What the samples of the pages are run with.
    [ -n "$(type -P curl)" ] || missing+=(curl)
    [ -n "$(type -P openssl)" ] || missing+=(openssl)
    [ -n "$(type -P node)" ] || missing+=(nodejs)
  fi
  [ ${#missing[@]} -gt 0 ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
  fi
  if [ -z "$(type -P apt-get)" ] || { [ ${#as_root[@]} -gt 0 ] && [ -z "$(type -P sudo)" ]; }; then
    echo "cannot install on this machine, please do: ${missing[*]}"
    return 1
  fi
  echo "installing ${missing[*]}"
  # The run level keeps what is installed from being started: the tests start servers of their own.
  as_root+=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -q -y -o DPkg::Lock::Timeout=300)
  {
    "${as_root[@]}" update &&
      "${as_root[@]}" install --no-install-recommends "${missing[@]}"
  } >"$scratch/apt.log" 2>&1 || { tail -n 40 "$scratch/apt.log"; return 1; }
}

# install_node_modules: exactly what the lock file of the browser tests names, once for each lock file.
install_node_modules() {
  local stamp=tests/browser/node_modules/.installed
  cmp --quiet tests/browser/package-lock.json "$stamp" && return
  npm ci --prefix tests/browser --include=dev --ignore-scripts --no-audit --no-fund &&
    cp tests/browser/package-lock.json "$stamp"
}

# install_python_packages VENV: a virtual environment with the contract tests' requirements, once for each version of
# them.
install_python_packages() {
  local venv=$1 stamp=$1/.installed
  cmp --quiet tests/clients/requirements.txt "$stamp" && "$venv/bin/python" -c '' && return
  rm -rf -- "$venv"
  mkdir -p -- "$(dirname -- "$venv")" &&
    python3 -m venv "$venv" &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r tests/clients/requirements.txt &&
    cp tests/clients/requirements.txt "$stamp"
}

# What judges the dependencies, in the version that deny.toml is written for.
cargo_deny=cargo-deny@0.20.2

# begin_cargo_deny: builds cargo-deny where there is none, beside what the tests build and behind it: it is needed last.
begin_cargo_deny() {
  PATH=$PATH:$target/tools/bin
  [ -z "$(type -P cargo-deny)" ] || return 0
  nice -n 19 cargo install --quiet --locked --debug --root "$target/tools" --target-dir "$target/tools/build" \
    "$cargo_deny" >"$scratch/cargo-deny.log" 2>&1 &
  cargo_deny_pid=$!
}

# finish_cargo_deny: waits until it is there.
finish_cargo_deny() {
  if [ -n "$cargo_deny_pid" ]; then
    wait "$cargo_deny_pid" || { tail -n 40 "$scratch/cargo-deny.log"; return 1; }
    cargo_deny_pid=
    rm -rf -- "$target/tools/build"
  fi
  cargo deny --version
}

# What builds for libFuzzer.
cargo_fuzz=cargo-fuzz@0.13.2
# Compiled by hand below, and by `cargo fuzz run`, with the same words, so that the second finds it done. Of what else a
# sanitizer would watch there is nothing: the program is safe Rust, over an allocator of its own.
fuzz_options=(--fuzz-dir fuzz --dev --sanitizer none)

# has_nightly: whether libFuzzer is asked for, and rustup has a toolchain called nightly. It is not asked by `+nightly`,
# which might install one.
has_nightly() {
  [ -n "${PORTICO_LIBFUZZER:-}" ] && rustup toolchain list 2>/dev/null | grep -q '^nightly-[a-z]'
}

# begin_libfuzzer: builds the fuzz targets, and cargo-fuzz where there is none, while the steps run that mostly wait.
# Without a nightly toolchain it does nothing.
begin_libfuzzer() {
  [ -z "$libfuzzer_pid" ] && has_nightly || return 0
  PATH=$PATH:$target/tools/bin
  # In a group of its own, so that all of it ends when this script does.
  set -m
  nice -n 19 bash -c '
    set -e
    tools=$1 fuzz=$2 version=$3
    shift 3
    if [ -z "$(type -P cargo-fuzz)" ]; then
      cargo install --quiet --locked --debug --root "$tools" --target-dir "$tools/build-fuzz" "$version"
      rm -rf -- "$tools/build-fuzz"
    fi
    # What cargo-fuzz calls would bring a lock file up to date that is not.
    cargo +nightly fetch --locked --manifest-path fuzz/Cargo.toml
    exec cargo +nightly fuzz build "$@" --target-dir "$fuzz"
  ' bash "$target/tools" "$target/fuzz" "$cargo_fuzz" "${fuzz_options[@]}" >"$scratch/libfuzzer.log" 2>&1 &
  libfuzzer_pid=$!
  set +m
}

# finish_libfuzzer: waits until the targets are built.
finish_libfuzzer() {
  wait "$libfuzzer_pid" || { tail -n 40 "$scratch/libfuzzer.log"; return 1; }
}

# run_libfuzzer SECS: lets libFuzzer feed every target for so long, two at a time, and says of each what came of it, its
# status in `$scratch/fuzz-NAME.status`. What it learns is kept beside what is built, in `corpus`, and an input at which
# a target falls over in `found`.
run_libfuzzer() {
  local secs=$1 names=() name lane lanes=()
  for name in fuzz/fuzz_targets/*.rs; do
    names+=("$(basename "$name" .rs)")
  done
  for lane in 0 1; do
    set -m
    (
      for ((turn = lane; turn < ${#names[@]}; turn += 2)); do
        feed_by_libfuzzer "${names[turn]}" "$secs"
      done
    ) &
    lanes+=($!)
    libfuzzer_lanes+=($!)
    set +m
  done
  wait "${lanes[@]}"
  libfuzzer_lanes=()
}

feed_by_libfuzzer() {
  local name=$1 secs=$2 log=$scratch/fuzz-$1.log status=0
  mkdir -p "$target/fuzz/corpus/$name" "$target/fuzz/found"
  cargo +nightly fuzz run "${fuzz_options[@]}" --target-dir "$target/fuzz" "$name" \
    "$target/fuzz/corpus/$name" "fuzz/corpus/$name" -- -dict="fuzz/dictionaries/$name.dict" -max_len=16384 -timeout=10 \
    -max_total_time="$secs" -print_final_stats=1 -artifact_prefix="$target/fuzz/found/$name-" >"$log" 2>&1 || status=$?
  if [ "$status" -eq 0 ]; then
    awk -v name="$name" '/^stat::number_of_executed_units/ { ran = $2 } /^#[0-9].* cov: / { cov = $0 }
      END { sub(/.* cov: /, "", cov); split(cov, words, " "); print name ": " ran " inputs, " words[1] " edges" }' "$log"
  else
    echo "$name: it falls over, or could not run"
    tail -n 60 "$log"
  fi
  echo "$status" >"$scratch/fuzz-$name.status"
}
