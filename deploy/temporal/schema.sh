#!/bin/sh
# Brings the schemas of Temporal's two databases up to date. Safe to repeat. SQL_HOST and the like name the server.
set -eu

bring_up_to_date() {
  database=$1 schema=$2
  # A first version is written once: on a database that has one, this would set it back.
  temporal-sql-tool --database "$database" update-schema --schema-name "$schema" 2>/dev/null && return
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "$schema"
}

bring_up_to_date temporal postgresql/v12/temporal
bring_up_to_date temporal_visibility postgresql/v12/visibility
