#!/bin/sh
# Measures the fleet module: export and query by DuckDB, query and roll-up by Spark, at about 10^5, 10^6 (and, if named, 10^7)
# rows of statements. Usage: fleet/measure.sh [100000 1000000 10000000]. Prints one line for each step: rows, step, seconds,
# processor seconds in user code, peak megabytes of memory; of Spark's also the milliseconds without its start; and bytes of
# files. SPARK_JVM are further options of Spark's JVM; without them it does what suits one that lives for seconds, since its
# optimizing compiler takes a third of the processor time of such a run. Needs GNU time and both modules built:
#   mvn -q -B -Pgate -DskipTests -pl fleet/spark -am package
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- 100000 1000000
fleet="java -Xmx160m -XX:+UseSerialGC -jar $here/target/tollbooth-fleet.jar"
jars=${SPARK_JARS:-$(cd "$here/spark" && mvn -o -q -B dependency:build-classpath -Dmdep.includeScope=provided -Dmdep.outputFile=/dev/stdout ${MAVEN_OPTIONS:-} | tail -1)}
opens=$(sed -n 's/.*<spark.opens>\(.*\)<\/spark.opens>.*/\1/p' "$here/spark/pom.xml")
# spark-submit without an installation: its main class on the class path of spark-core, as its own script starts it
mkdir -p "$work/spark/bin"
cat > "$work/spark/bin/spark-submit" <<END
#!/bin/sh
exec java -Xmx1g ${SPARK_JVM:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC} $opens -cp "$jars" org.apache.spark.deploy.SparkSubmit "\$@"
END
chmod +x "$work/spark/bin/spark-submit"
export SPARK_HOME="$work/spark" SPARK_LOCAL_IP=127.0.0.1 SPARK_OPTIONS="--master local[2] --conf spark.ui.enabled=false"
spark=$here/spark/submit.sh

step() { # rows, name, command...
    rows=$1 name=$2
    shift 2
    if ! /usr/bin/time -f '%e %U %M' -o "$work/time" "$@" > "$work/out" 2> "$work/err"; then
        tail -5 "$work/err" >&2
        exit 1
    fi
    read -r seconds cpu kilobytes < "$work/time"
    echo "rows=$rows step=$name seconds=$seconds cpu-seconds=$cpu megabytes=$((kilobytes / 1024)) $(tail -1 "$work/out" | grep -o 'read=.*' || true)$(grep -o 'took milliseconds=.*' "$work/err" || true)"
}

for rows in "$@"; do
    jvms=$((rows / 200 / 15))
    [ "$jvms" -gt 0 ] || jvms=1
    step "$rows" simulate $fleet fleet simulate "$work/in" --jvms "$jvms" --hours 0.25 --start 2026-11-24T09:00:00Z
    step "$rows" export $fleet export "$work/in" --parquet "$work/fleet"
    step "$rows" export-again $fleet export "$work/in" --parquet "$work/fleet"
    echo "rows=$rows step=size report-bytes=$(du -sb "$work/in" | cut -f1) statements-bytes=$(du -sb "$work/fleet/statements" | cut -f1) spending-bytes=$(du -sb "$work/fleet/spending" | cut -f1) origins-bytes=$(du -sb "$work/fleet/origins" | cut -f1)"
    step "$rows" duckdb-top $fleet fleet top --from "$work/fleet"
    step "$rows" duckdb-p99 $fleet fleet top --by p99 --from "$work/fleet"
    step "$rows" compact $fleet fleet compact "$work/fleet"
    step "$rows" spark-top $spark top --from "$work/fleet"
    step "$rows" spark-p99 $spark top --by p99_nanos --from "$work/fleet"
    step "$rows" spark-rollup $spark rollup-hourly --from "$work/fleet" --to "$work/hourly"
    echo "rows=$rows step=rollup-size bytes=$(du -sb "$work/hourly/statements" | cut -f1)"
    rm -rf "$work/in" "$work/fleet" "$work/hourly"
done
