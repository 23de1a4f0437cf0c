# shellcheck shell=bash disable=SC2034 # Variables for ./test and bench/run.
# A Postgres of the tests' own: a fresh cluster in a temporary folder, on a free port of the loopback address.
# Sourced by ./test and bench/run. The databases inside are made by them.

# What is thrown away needs not survive a power cut. Nor is it vacuumed: statistics that autovacuum takes of a table of
# three rows, in the middle of a test, let the planner read it whole. The benchmark sets none of the three.
postgres_settings=(-c fsync=off -c full_page_writes=off -c autovacuum=off)
# Directly under /tmp: the server may run as a user who cannot enter TMPDIR, and a socket's path has to be short.
postgres_parent=/tmp

# postgres_programs: the folder of the newest server programs on this machine, or nothing.
postgres_programs() {
  local initdb
  initdb=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)
  [ -n "$initdb" ] || initdb=$(type -P initdb)
  [ -z "$initdb" ] || dirname -- "$initdb"
}

# start_postgres SCRATCH: starts it and sets `postgres_url`, `postgres_pid` and `postgres_dir`.
start_postgres() {
  local log=$1/postgres.log programs as_server=() port
  programs=$(postgres_programs)
  [ -n "$programs" ] || { echo "no Postgres server programs found"; return 1; }

  postgres_dir=$(mktemp -d "$postgres_parent/portico-postgres.XXXXXX")
  if [ "$(id -u)" -eq 0 ]; then
    # Postgres refuses to run as root.
    local user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    chown "$user" "$postgres_dir"
    as_server=(--reuid="$user" --regid="$(id -g "$user")" --clear-groups)
  fi
  # setpriv becomes the server, so that $! is the server's own id; and should this script be killed outright, the
  # server stops all the same.
  as_server=(setpriv "${as_server[@]}" --pdeathsig INT --)

  (cd / && "${as_server[@]}" "$programs/initdb" --pgdata="$postgres_dir/data" --username=postgres --auth=trust \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync) >"$log" 2>&1 || { cat "$log"; return 1; }

  for _ in 1 2 3; do
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    (cd / && exec "${as_server[@]}" "$programs/postgres" -D "$postgres_dir/data" -p "$port" -k "$postgres_dir" \
      -c listen_addresses=127.0.0.1 -c max_connections=300 "${postgres_settings[@]}") >>"$log" 2>&1 &
    postgres_pid=$!
    if wait_for_postgres "$programs" "$port"; then
      postgres_url=postgres://postgres@127.0.0.1:$port/postgres
      echo "Postgres listens on port $port"
      return
    fi
    kill_postgres
  done
  cat "$log"
  return 1
}

# wait_for_postgres PROGRAMS PORT: until it answers; fails when it has ended, or after half a minute.
wait_for_postgres() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    kill -0 "$postgres_pid" 2>/dev/null || return 1
    "$1/pg_isready" --quiet --host=127.0.0.1 --port="$2" && return
    sleep 0.1
  done
  return 1
}

# kill_postgres: SIGINT is its fast shutdown, which does not wait for its clients.
kill_postgres() {
  [ -n "$postgres_pid" ] || return 0
  kill -INT "$postgres_pid" 2>/dev/null
  wait "$postgres_pid" 2>/dev/null
  postgres_pid=
}

stop_postgres() {
  kill_postgres
  [ -z "${postgres_dir:-}" ] || rm -rf -- "$postgres_dir"
  postgres_dir=
}
