#!/usr/bin/env bash
# Three machines on one, to see a failover: each is a network and a tree of processes of its own, with etcd, Patroni, PostgreSQL and
# the service on 10.0.0.11, .12 and .13, all from the files beside this one; HAProxy is in front of them on 10.0.0.1. On Debian, as
# root: see README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=/var/tmp/vitrina-machines
node=$root/node_modules/.bin/node
hosts=10.0.0.11,10.0.0.12,10.0.0.13
database="postgres://vitrina:change-me-4@$hosts/vitrina?target_session_attrs=read-write"
address=https://10.0.0.1

usage() {
  cat >&2 <<TEXT
Usage: $0 up             starts the three machines and HAProxy, and makes the demo stores
       $0 list           what Patroni says of them
       $0 orders         places orders until Ctrl+C, then looks for every one of them
       $0 kill NODE      ends all processes of node1, node2 or node3 at once
       $0 unplug NODE    takes its network away, as a machine without power answers nothing
       $0 start NODE     brings it back
       $0 backup         makes a full backup, on the leader
       $0 restore TIME   takes all three back to an instant since then, such as '2026-11-22 14:04:00+00'
       $0 down           stops all, and deletes $folder
TEXT
  exit 1
}

up() {
  [ ! -e "$folder" ] || { echo "It is up, or was: $0 down" >&2; exit 1; }
  mkdir "$folder"
  install -d -o postgres -g postgres "$folder/repository"
  ip link add vitrina type bridge
  ip address add 10.0.0.1/24 dev vitrina
  ip link set vitrina up
  for name in node1 node2 node3; do
    connect $name
    configure $name
    start $name
  done
  echo 'Waiting for a Leader and a Sync Standby'
  until list 2>/dev/null | grep -q 'Sync Standby.*running\|Sync Standby.*streaming'; do sleep 1; done
  PGPASSWORD=change-me-1 psql -q "postgres://postgres@$hosts/postgres?target_session_attrs=read-write" \
    -c "create role vitrina login password 'change-me-4'" -c 'create database vitrina owner vitrina'
  on "$(leader)" pgbackrest --stanza=vitrina stanza-create
  touch "$folder/database"
  echo 'Waiting for the service behind HAProxy'
  balance
  until curl -fs --cacert "$folder/cert.pem" $address/api/ready >/dev/null; do sleep 1; done
  (cd "$root" && DATABASE_URL=$database PUBLIC_URL=$address "$node" src/process/cli.ts demo seed) | tee "$folder/demo"
  echo "To watch it: prometheus --config.file=$folder/prometheus.yml --storage.tsdb.path=$folder/prometheus"
}

# A network of its own, on the bridge that all share.
connect() {
  ip netns add "vitrina-$1"
  ip link add "vitrina-$1" type veth peer name eth0 netns "vitrina-$1"
  ip link set "vitrina-$1" master vitrina up
  ip -n "vitrina-$1" address add "10.0.0.1${1#node}/24" dev eth0
  ip -n "vitrina-$1" link set eth0 up
  ip -n "vitrina-$1" link set lo up
}

# The files beside this one, with the name and the address of this machine.
configure() {
  local own="s/10\.0\.0\.11/10.0.0.1${1#node}/g; s/^name: node1/name: $1/" programs
  programs=$(find /usr/lib/postgresql -name bin | sort -V | tail -1)
  mkdir -p "$folder/$1"/{etcd,postgresql,run,service}
  sed "/initial-cluster:/! { $own }" "$here/etcd.conf.yml" >"$folder/$1/etcd.yml"
  sed "/hosts:/! { $own }; s|bin_dir: .*|bin_dir: $programs|" "$here/patroni.yml" >"$folder/$1/patroni.yml"
  chown -R etcd:etcd "$folder/$1/etcd"
  chown -R postgres:postgres "$folder/$1"/{postgresql,run,patroni.yml}
}

start() {
  ip link set "vitrina-$1" up
  if kill -0 "$(cat "$folder/$1/pid" 2>/dev/null)" 2>/dev/null; then return; fi
  # The number of a process that it had may be another's now.
  rm -f "$folder/$1"/postgresql/*/vitrina/postmaster.pid
  setsid ip netns exec "vitrina-$1" unshare --pid --fork --kill-child --mount --mount-proc "$0" machine "$1" \
    >>"$folder/$1/log" 2>&1 </dev/null &
  echo $! >"$folder/$1/pid"
}

# What runs on a machine. It is the first process there: when it is killed, so are all others.
machine() {
  cd "$folder/$1"
  mount --bind etcd /var/lib/etcd
  mount --bind postgresql /var/lib/postgresql
  mount --bind run /run/postgresql
  mount --bind "$folder/repository" /var/lib/pgbackrest
  mount --bind "$here/pgbackrest.conf" /etc/pgbackrest.conf
  keep etcd setpriv --reuid etcd --regid etcd --clear-groups etcd --config-file "$folder/$1/etcd.yml" &
  keep patroni setpriv --reuid postgres --regid postgres --init-groups --reset-env patroni "$folder/$1/patroni.yml" &
  export DATABASE_URL=$database DATA_DIR=$folder/$1/service HOST=0.0.0.0 PUBLIC_URL=$address TRUST_PROXY=10.0.0.0/24
  export METRICS_PORT=9464 METRICS_HOST=10.0.0.1${1#node} LOG_LEVEL=warn
  until [ -e "$folder/database" ]; do sleep 1; done
  keep service "$node" "$root/src/process/main.ts"
}

# Starts a program, and again when it ends, as systemd does; not while it is stopped.
keep() {
  while sleep 1; do
    [ ! -e "$1.stopped" ] || continue
    "${@:2}" &
    echo $! >"$1.pid"
    wait $! || true
  done
}

# Ends a program of a machine, which then waits for `resume`.
pause() {
  touch "$folder/$1/$2.stopped"
  enter "$1" kill "$(cat "$folder/$1/$2.pid")"
  while enter "$1" kill -0 "$(cat "$folder/$1/$2.pid")" 2>/dev/null; do sleep 1; done
}

resume() { rm "$folder/$1/$2.stopped"; }

# Runs a command on a machine.
enter() {
  local unshare first
  unshare=$(cat "$folder/$1/pid")
  read -r first <"/proc/$unshare/task/$unshare/children" || true # the line has no end
  (cd / && nsenter --target "$first" --net --mount --pid "${@:2}")
}

on() { enter "$1" setpriv --reuid postgres --regid postgres --init-groups --reset-env "${@:2}"; }

# HAProxy with a certificate of its own, and a configuration for Prometheus.
balance() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=vitrina -addext subjectAltName=IP:10.0.0.1 \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
  cat "$folder/cert.pem" "$folder/key.pem" >"$folder/haproxy.pem"
  sed "s|bind :|bind 10.0.0.1:|; s|/etc/haproxy/vitrina.pem|$folder/haproxy.pem|; s|/run/haproxy/admin.sock|$folder/haproxy.sock|" \
    "$here/haproxy.cfg" >"$folder/haproxy.cfg"
  haproxy -D -f "$folder/haproxy.cfg" -p "$folder/haproxy.pid"
  sed "s|- vitrina.rules.yml|- $here/../prometheus/vitrina.rules.yml|; s|targets: .*|targets: ['10.0.0.11:9464', '10.0.0.12:9464', '10.0.0.13:9464']|" \
    "$here/../prometheus/prometheus.yml" >"$folder/prometheus.yml"
}

list() { patronictl -c "$folder/node1/patroni.yml" list; }

leader() { list | sed -n 's/^| *\(node.\) .*| *Leader .*/\1/p'; }

backup() { on "$(leader)" pgbackrest --stanza=vitrina --log-level-console=info --type=full backup; }

# What README.md says under "Backups".
restore() {
  local name main
  main=$(leader)
  for name in node1 node2 node3; do pause $name service; done
  for name in node1 node2 node3; do [ $name = "$main" ] || pause $name patroni; done
  pause "$main" patroni
  printf 'vitrina\nYes I am aware\n' | patronictl -c "$folder/node1/patroni.yml" remove vitrina
  for name in node1 node2 node3; do
    mv "$folder/$name/postgresql/15/vitrina" "$folder/$name/postgresql/15/vitrina.$(date +%s)"
    install -d -m 700 -o postgres -g postgres "$folder/$name/postgresql/15/vitrina"
  done
  sed -i "s|^  # method|  method|; s|--target='[^']*'|--target='$1'|" "$folder/$main/patroni.yml"
  resume "$main" patroni
  until list | grep -q 'Leader.*running'; do sleep 1; done
  sed -i 's|^  method|  # method|' "$folder/$main/patroni.yml"
  for name in node1 node2 node3; do [ $name = "$main" ] || resume $name patroni; done
  until list | grep -q 'Sync Standby.*running\|Sync Standby.*streaming'; do sleep 1; done
  for name in node1 node2 node3; do resume $name service; done
  backup
}

orders() {
  KEY=$(sed -n 's/^key: //p' "$folder/demo") NODE_EXTRA_CA_CERTS=$folder/cert.pem \
    exec "$node" "$root/scripts/place-orders.ts" $address
}

down() {
  for file in "$folder"/node?/pid "$folder/haproxy.pid"; do
    [ ! -e "$file" ] || kill -KILL "$(cat "$file")" 2>/dev/null || true
  done
  sleep 1
  for name in node1 node2 node3; do ip netns delete "vitrina-$name" 2>/dev/null || true; done
  ip link delete vitrina 2>/dev/null || true
  rm -rf "$folder"
}

case "${1:-} ${2:-}" in
'up ' | 'list ' | 'orders ' | 'backup ' | 'down ') "$1" ;;
'machine node'?) machine "$2" ;;
'kill node'[123]) kill -KILL "$(cat "$folder/$2/pid")" ;;
'unplug node'[123]) ip link set "vitrina-$2" down ;;
'start node'[123]) start "$2" ;;
'restore '?*) restore "$2" ;;
*) usage ;;
esac
