# shellcheck shell=bash disable=SC2154 # Variables of ./test and bench/run.
# Installs what the test steps need: Debian packages, and what the tests of the browser and of clients need from npm and PyPI.
# Sourced by ./test and bench/run. Rust is not installed here, and nothing is started.

# install_packages STEP…: the Debian packages that these steps need and the machine lacks.
install_packages() {
  local wanted=" $* " missing=()
  if [[ $wanted =~ \ (lint|sqlite|postgres|browser|looks|firefox|contract|copied|products|faults|ha|shipped|fuzz|package)\  ]] && [ -z "$(type -P c++)" ]; then
    missing+=(build-essential pkg-config)
  fi
  # It counts the tests of every step.
  [ -n "$(type -P python3)" ] || missing+=(python3)
  if [[ $wanted == *" lint "* ]]; then
    # For promtool, which checks and tries the alerts.
    [ -n "$(type -P promtool)" ] || missing+=(prometheus)
  fi
  if [[ $wanted =~ \ (postgres|copied|faults|ha|shipped)\  ]]; then
    [ -n "$(postgres_programs)" ] || missing+=(postgresql)
  fi
  if [[ $wanted == *" wrk "* ]]; then
    [ -n "$(type -P wrk)" ] || missing+=(wrk)
  fi
  if [[ $wanted == *" ha "* ]]; then
    [ -n "$(type -P patroni)" ] || missing+=(patroni)
    [ -n "$(type -P etcd)" ] || missing+=(etcd-server)
    [ -n "$(PATH=$PATH:/usr/sbin type -P haproxy)" ] || missing+=(haproxy)
    [ -n "$(type -P pgbackrest)" ] || missing+=(pgbackrest)
  fi
  if [[ $wanted == *" package "* ]]; then
    [ -n "$(type -P mmdebstrap)" ] || missing+=(mmdebstrap)
    [ -n "$(type -P lintian)" ] || missing+=(lintian)
    [ -n "$(type -P strip)" ] || missing+=(binutils)
  fi
  if [[ $wanted =~ \ (nginx|faults)\  ]]; then
    [ -n "$(PATH=$PATH:/usr/sbin type -P nginx)" ] || missing+=(nginx-light)
  fi
  if [[ $wanted == *" node "* ]]; then
    [ -n "$(type -P node)" ] || missing+=(nodejs)
    [ -n "$(type -P npm)" ] || missing+=(npm)
  fi
  if [[ $wanted =~ \ (browser|looks|firefox)\  ]]; then
    [ -n "$(type -P node)" ] || missing+=(nodejs)
    [ -n "$(type -P npm)" ] || missing+=(npm)
  fi
  if [[ $wanted =~ \ (browser|looks)\  ]]; then
    [ -n "${CHROMIUM:-$(type -P chromium-headless-shell)}" ] || missing+=(chromium-headless-shell)
  fi
  if [[ $wanted == *" firefox "* ]]; then
    [ -n "${FIREFOX:-$(type -P firefox-esr)}" ] || missing+=(firefox-esr)
  fi
  if [[ $wanted =~ \ (contract|copied|products)\  ]]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    # What the samples of the pages are run with.
    [ -n "$(type -P curl)" ] || missing+=(curl)
    [ -n "$(type -P openssl)" ] || missing+=(openssl)
    [ -n "$(type -P jq)" ] || missing+=(jq)
    [ -n "$(type -P node)" ] || missing+=(nodejs)
    # Clients from npm, an Alertmanager that sends its alerts for real, and an Apache that signs people in.
    [ -n "$(type -P npm)" ] || missing+=(npm)
    [ -n "${ALERTMANAGER:-$(type -P prometheus-alertmanager)}" ] || missing+=(prometheus-alertmanager)
    [ -n "$(PATH=$PATH:/usr/sbin type -P apache2)" ] || missing+=(apache2)
    [ -e /usr/lib/apache2/modules/mod_auth_openidc.so ] || missing+=(libapache2-mod-auth-openidc)
    [ -n "$(type -P oidc-agent)" ] || missing+=(oidc-agent-cli)
  fi
  if [[ $wanted == *" products "* ]]; then
    [ -e /usr/lib/netdata/plugins.d/alarm-notify.sh ] || missing+=(netdata-plugins-bash)
    # The scripts of its media types, and the program that runs them.
    [ -e /usr/share/zabbix-server-pgsql/data.sql.gz ] || missing+=(zabbix-server-pgsql)
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

# install_node_modules FOLDER: exactly what the folder's lock file names, once for each lock file.
install_node_modules() {
  local stamp=$1/node_modules/.installed
  cmp --quiet "$1/package-lock.json" "$stamp" && return
  npm ci --prefix "$1" --include=dev --ignore-scripts --no-audit --no-fund &&
    cp "$1/package-lock.json" "$stamp"
}

# install_python_packages VENV FILE [OPTION…]: a virtual environment with these requirements, once for each version of them.
install_python_packages() {
  local venv=$1 requirements=$2 stamp=$1/.installed
  cmp --quiet "$requirements" "$stamp" && "$venv/bin/python" -c '' && return
  rm -rf -- "$venv"
  mkdir -p -- "$(dirname -- "$venv")" &&
    python3 -m venv "$venv" &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "${@:3}" -r "$requirements" &&
    cp "$requirements" "$stamp"
}

# install_directus: the program of its folder in tests/clients/products, with the Node that it wants. Two modules are compiled
# with the headers that this Node brings, so that all of it stands with what is built.
install_directus() {
  local source=tests/clients/products/directus-server folder=$target/products/directus-server stamp node module
  stamp=$folder/.compiled
  cmp --quiet "$source/package-lock.json" "$stamp" && return
  mkdir -p -- "$folder" &&
    cp -- "$source/package.json" "$source/package-lock.json" "$folder" &&
    install_node_modules "$folder" &&
    node=$(readlink -f -- "$folder/node_modules/.bin/node") || return
  for module in isolated-vm sqlite3; do
    PATH=$folder/node_modules/.bin:$PATH \
      node-gyp rebuild --directory="$folder/node_modules/$module" --nodedir="${node%/bin/node}" --jobs=max || return
  done
  cp -- "$source/package-lock.json" "$stamp"
}

# install_products NAME…: what signs people in, or posts, each in the versions that its folder in tests/clients/products names.
install_products() {
  local name
  for name in "$@"; do
    if [ "$name" = directus-server ]; then
      install_directus
    elif [ -e "tests/clients/products/$name/package.json" ]; then
      install_node_modules "tests/clients/products/$name"
    else
      # Without the compiled files, each is smaller by a fifth; each file lists everything.
      install_python_packages "$target/products/$name" "tests/clients/products/$name/requirements.txt" --no-compile --no-deps
    fi || return
  done
}
