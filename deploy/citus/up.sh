#!/bin/sh
# A coordinator and two workers of Citus on this machine's loopback, to try a distributed database on:
#   PG_BIN=/usr/lib/postgresql/15/bin deploy/citus/up.sh        starts them, and makes them the first time
#   PG_BIN=/usr/lib/postgresql/15/bin deploy/citus/up.sh stop   stops them; their data stays in CITUS_DATA
# PG_BIN has the programs of a PostgreSQL that the extension is installed for. Whoever has an account on this machine gets in
# without a password: for trying only.
set -eu
: "${PG_BIN:=$(pg_config --bindir)}"
: "${CITUS_DATA:=$PWD/data/citus}"
: "${CITUS_PORT:=9700}" # the coordinator's; its workers have the next two

if [ "$(id -u)" = 0 ]; then
  echo "PostgreSQL does not run as root: runuser -u postgres -- $0 $*" >&2
  exit 1
fi
if [ ! -e "$("$PG_BIN/pg_config" --sharedir)/extension/citus.control" ]; then
  echo "The PostgreSQL in $PG_BIN has no extension citus: install its package for that version" >&2
  exit 1
fi

ask() { "$PG_BIN/psql" -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U vitrina -d "$2" -At -c "$3"; }

start() {
  directory=$CITUS_DATA/$1
  port=$((CITUS_PORT + $1))
  if [ ! -d "$directory" ]; then
    "$PG_BIN/initdb" -D "$directory" -U vitrina -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
    cat >>"$directory/postgresql.conf" <<CONF
shared_preload_libraries = 'citus'
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
max_prepared_transactions = 300
# Functions in a statement read the parts of its own store, which are on the same server.
citus.allow_nested_distributed_execution = on
CONF
  fi
  "$PG_BIN/pg_ctl" -D "$directory" -l "$directory.log" -w start >/dev/null
  if [ "$(ask "$port" postgres "select count(*) from pg_database where datname = 'vitrina'")" = 0 ]; then
    ask "$port" postgres 'create database vitrina'
  fi
  ask "$port" vitrina 'create extension if not exists citus'
}

if [ "${1:-}" = stop ]; then
  for n in 2 1 0; do "$PG_BIN/pg_ctl" -D "$CITUS_DATA/$n" -m fast -w stop; done
  exit
fi

mkdir -p "$CITUS_DATA"
for n in 0 1 2; do start "$n"; done
ask "$CITUS_PORT" vitrina "select citus_set_coordinator_host('127.0.0.1', $CITUS_PORT)" >/dev/null
for n in 1 2; do ask "$CITUS_PORT" vitrina "select citus_add_node('127.0.0.1', $((CITUS_PORT + n)))" >/dev/null; done
echo "DATABASE_ENGINE=citus DATABASE_URL=postgres://vitrina@127.0.0.1:$CITUS_PORT/vitrina"
