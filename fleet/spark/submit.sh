#!/bin/sh
# Runs Tollbooth's Spark application on the cluster that spark-submit knows:
#   fleet/spark/submit.sh top --by p99_nanos --from s3a://bucket/fleet
# SPARK_OPTIONS are further options of spark-submit, such as "--master yarn --num-executors 8".
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
jar=$here/target/tollbooth-fleet-spark.jar
[ -f "$jar" ] || (cd "$here/../.." && mvn -q -B -Pgate -DskipTests -pl fleet/spark -am package) >&2
# shellcheck disable=SC2086 # several options
exec "${SPARK_HOME:+$SPARK_HOME/bin/}spark-submit" ${SPARK_OPTIONS:-} \
    --conf spark.sql.session.timeZone=UTC \
    --class dev.tollbooth.fleet.spark.FleetApplication "$jar" "$@"
