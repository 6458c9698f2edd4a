#!/bin/sh
# Create the passwords of the compose file, and keep those that exist. `make secrets` calls this script.
set -eu
cd "$(dirname "$0")"
# No other user of this machine can enter the folder. Users of the containers can read the files themselves.
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
