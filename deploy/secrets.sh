#!/bin/sh
# Makes the passwords of the compose file, once; what is there already is kept. `make secrets` calls it.
set -eu
cd "$(dirname "$0")"
# Nobody else of this machine comes in; the files themselves are read by users of the containers.
mkdir -p secrets
chmod 700 secrets
make_one() {
	[ -s "secrets/$1" ] || head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' >"secrets/$1"
	chmod 644 "secrets/$1"
}
make_one postgres_password
make_one mqtt_password
make_one grafana_password
[ -s secrets/database_url ] ||
	printf 'postgresql://kibitz:%s@postgres/kibitz' "$(cat secrets/postgres_password)" >secrets/database_url
chmod 644 secrets/database_url
