#!/bin/sh
# Measures what each wrapper adds and writes RESULTS.md: run.sh [smoke|small|full] [JMH arguments...]
#   smoke  one iteration of each, some minutes: shows that all of it runs
#   small  two short forks of each, about an hour: shows what costs what; the second JVM measures fewer peers
#   full   three forks of each, nearly two hours a JVM: the figures to quote
# run.sh digest [JMH arguments...] measures and prints what the digest of SQL text costs beside its peers, 15 minutes.
# run.sh flood [STATEMENTS] [H2|NOOP] floods Tollbooth and peers with distinct statements and prints what each holds, 15 minutes.
# run.sh postgres URL measures start and point selects through a PostgreSQL server that is there, and prints them, 5 minutes.
# BENCHMARK_JAVAS names the JVMs to measure, parted by spaces (default: the java of this shell, and JDK 25 where the
# system has it).
# BENCHMARK_RESULTS names another page to write.
set -eu
cd "$(dirname "$0")/.."
size=${1:-small}
[ $# -eq 0 ] || shift
case $size in
    smoke) shape="-f 1 -wi 1 -w 300ms -i 1 -r 300ms" starts=1 selects=20000 ;;
    small) shape="-f 2 -wi 3 -w 1s -i 2 -r 500ms" starts=15 selects=200000 ;;
    full) shape="-f 3 -wi 5 -w 1s -i 5 -r 1s" starts=21 selects=1000000 ;;
    flood | postgres) shape= ;;
    digest) shape="-f 2 -wi 3 -w 1s -i 3 -r 1s" ;;
    *) echo "unknown size: size=$size, use smoke, small, full, digest, flood or postgres" >&2; exit 2 ;;
esac
target=benchmarks/target
# pages that the system hands out while it is measured cost those who allocate up to a third
heap="-Xms2g -Xmx2g -XX:+AlwaysPreTouch"
mvn -q -B -pl benchmarks -am package -DskipTests dependency:build-classpath \
    -Dmdep.outputFile="$PWD/$target/classpath" -DincludeScope=runtime
classpath="$(ls $target/benchmarks-*.jar | head -n 1):$(cat $target/classpath)"
if [ "$size" = flood ]; then
    exec java -cp "$classpath" dev.tollbooth.benchmarks.flood.FloodMain "$@"
fi
if [ "$size" = postgres ]; then
    url=${1:?the URL of a PostgreSQL server, jdbc:postgresql://host/database?user=...}
    java -cp "$classpath" dev.tollbooth.benchmarks.coldstart.ColdStartMain "$target/coldstart-postgres.md" 15 "$url" \
        DIRECT TOLLBOOTH TOLLBOOTH_REPORTS P6SPY_OFF DATASOURCE_PROXY OPENTELEMETRY_NOOP
    exec java $heap -cp "$classpath" dev.tollbooth.benchmarks.workload.ThreadsMain \
        "$target/threads-postgres.md" 50000 "$url"
fi
if [ "$size" = digest ]; then
    # shellcheck disable=SC2086 # the shape is several arguments
    exec java -cp "$classpath" org.openjdk.jmh.Main '\.benchmarks\.digest\.' $shape -t 1 -prof gc \
        -jvmArgs "$heap" -foe true "$@"
fi
measure() { # class, Markdown to write, further arguments: a measure that fails leaves the page without it
    class=$1
    shift
    "$java" $heap -cp "$classpath" "dev.tollbooth.benchmarks.$class" "$@" || {
        echo "failed: $class" >&2
        : >"$1"
    }
}
number=0
results=
newer=$(ls -d /usr/lib/jvm/*25*/bin/java 2>/dev/null | head -n 1 || true)
peers=
fewer=
for java in ${BENCHMARK_JAVAS:-java $newer}; do
    number=$((number + 1))
    if [ $number -gt 1 ] && [ "$size" != full ]; then
        peers="DIRECT TOLLBOOTH TOLLBOOTH_REPORTS P6SPY_OFF DATASOURCE_PROXY"
        fewer="-p peer=DIRECT,FLOOR,TOLLBOOTH,TOLLBOOTH_REPORTS,P6SPY_OFF"
    fi
    # shellcheck disable=SC2086 # the shape is several arguments
    "$java" -cp "$classpath" org.openjdk.jmh.Main $shape $fewer -prof gc -jvmArgs "$heap" \
        -foe true -e '^(?!dev\.tollbooth\.benchmarks\.workload\.)' -rf json -rff "$target/jmh-$number.json" "$@"
    # shellcheck disable=SC2086 # one argument a peer
    measure coldstart.ColdStartMain "$target/coldstart-$number.md" "$starts" H2 $peers
    measure workload.IdleConnectionsMain "$target/idle-$number.md"
    measure workload.ThreadsMain "$target/threads-$number.md" "$selects"
    results="$results $target/jmh-$number.json $target/coldstart-$number.md $target/idle-$number.md $target/threads-$number.md"
done
page=${BENCHMARK_RESULTS:-benchmarks/RESULTS.md}
# shellcheck disable=SC2086 # one argument a file
java -cp "$classpath" dev.tollbooth.benchmarks.report.ResultsPage "$page" "benchmarks/run.sh $size${*:+ $*}" $results
echo "written: $page"
