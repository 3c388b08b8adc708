#!/bin/sh
# Measures what each wrapper adds.
#
# Between I/O, the figures that count; wrappers by turns in one JVM, printed:
#   run.sh postgres [quick|full]  on a PostgreSQL server that this starts: processor time of the thread, median of 3,000
#                                 paired slices with its 95 % interval; client and server have a processor each; five minutes,
#                                 full an hour, with more peers and the whole process
#   run.sh io [quick|full]        the same on a server that echoes, with 8 and 200 statements; throughput of 1, 8 and 64
#                                 threads; six minutes, full some hours
#   run.sh cold [quick|full]      a driver that does nothing, other memory changed between executions: three minutes
#   run.sh origin [quick|full]    as cold: origins off, in a scope, with TopRU by origin, by call site, a budget that is enforced; bytes allocated
#   run.sh touches                counts what one statement touches: methods, classes, byte code, cache lines; one minute
# BENCHMARK_TOLLBOOTH names the jars to measure, parted by spaces, each as JAR or LABEL=JAR (default: this build's); two
# builds so stand side by side in one run. With BENCHMARK_BUILD=off nothing is built before.
#
# In a hot loop, where all is warm, and at a start; writes RESULTS.md, in which the above comes first:
#   run.sh smoke  one iteration of each, some minutes: shows that all of it runs
#   run.sh small  two short forks of each, half an hour: shows what costs what; the second JVM measures fewer peers
#   run.sh full   three forks of each, an hour a JVM: the figures to quote
# Further arguments are JMH's. BENCHMARK_JAVAS names the JVMs to measure, parted by spaces (default: the java of this
# shell, and JDK 25 where the system has it). BENCHMARK_RESULTS names another page to write.
#
# Parts:
#   run.sh digest [JMH arguments...]         what the digest of SQL text costs beside its peers, 15 minutes
#   run.sh flood [STATEMENTS] [H2|NOOP]      what Tollbooth and peers hold after distinct statements, 15 minutes
#   run.sh users [SECONDS] [USERS...]        how long the slowest executions take where 100,000 users come in turn, and why; one minute
#   run.sh start URL                         the start of a JVM to its first row on a PostgreSQL server, 3 minutes
#   run.sh collector [SECONDS]               what a collector of metrics that stalls costs who executes, 2 minutes
#   run.sh soak [MINUTES]                    an hour with everything on while all fails that can: are counts exact, does anything grow
#   run.sh agent [ROUNDS] [URL]              the same with the agent, by turns with the prefix and without both; H2, 2 minutes
set -eu
cd "$(dirname "$0")/.."
what=${1:-io}
[ $# -eq 0 ] || shift
case $what in
    smoke) shape="-f 1 -wi 1 -w 300ms -i 1 -r 300ms" starts=1 ;;
    small) shape="-f 2 -wi 3 -w 1s -i 2 -r 500ms" starts=15 ;;
    full) shape="-f 3 -wi 5 -w 1s -i 5 -r 1s" starts=21 ;;
    cold | origin | io | postgres | touches | flood | users | start | agent | collector | soak) shape= ;;
    digest) shape="-f 2 -wi 3 -w 1s -i 3 -r 1s" ;;
    *) echo "unknown measure: what=$what, use cold, origin, io, postgres, touches, smoke, small, full, digest, flood, users, start, soak, agent or collector" >&2; exit 2 ;;
esac
if [ "$what" = soak ]; then
    exec mvn -q -B -Pgate -pl integration-tests -am verify -Dtest=None -Dit.test=SoakIT -Dsoak.seconds=$((${1:-60} * 60)) \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
fi
target=benchmarks/target
# pages that the system hands out while it is measured cost those who allocate up to a third
heap="-Xms2g -Xmx2g -XX:+AlwaysPreTouch"
if [ "${BENCHMARK_BUILD:-on}" != off ]; then
    mvn -q -B -Pgate -pl benchmarks,integrations/agent -am package -DskipTests dependency:build-classpath \
        -Dmdep.outputFile=target/classpath -DincludeScope=runtime
fi
own="$target/benchmarks.jar"
classpath="$own:$(cat $target/classpath)"
# without Tollbooth: what is measured is given as a jar
peers_only="$own:$(tr ':' '\n' <$target/classpath | grep -v -e "^$PWD/" -e /dev/tollbooth/ | paste -sd : -)"
builds="${BENCHMARK_TOLLBOOTH:-$PWD/dist/target/tollbooth.jar}"
client=
server=
case $what in
    postgres | io)
        last=$(($(nproc) - 1))
        if [ $last -gt 0 ] && command -v taskset >/dev/null; then
            client="taskset -c 0-$((last - 1))"
            server="-Dbenchmark.server.cpu=$last"
        else
            echo "client and server share a processor: processors=$(nproc); the figures are noisier" >&2
        fi
        ;;
esac
printed() { # name, class, arguments: prints what it measures, and keeps it for RESULTS.md
    name=$1
    shift
    # shellcheck disable=SC2086 # several words
    $client java $heap $server -cp "$peers_only" "dev.tollbooth.benchmarks.$@" | tee "$target/$name.part"
    # nothing of a run that failed
    [ ! -s "$target/$name.part" ] || mv "$target/$name.part" "$target/$name.md"
    exit
}
case $what in
    # shellcheck disable=SC2086 # one argument a build
    cold) printed cold io.ColdMain "${1:-quick}" $builds ;;
    # shellcheck disable=SC2086
    origin) printed origin io.OriginMain "${1:-quick}" $builds ;;
    # shellcheck disable=SC2086
    io) printed io io.EchoMain "${1:-quick}" $builds ;;
    # shellcheck disable=SC2086
    postgres) printed postgres io.PostgresMain "${1:-quick}" $builds ;;
    # shellcheck disable=SC2086
    touches) printed touches touches.TouchesMain $builds ;;
    flood) exec java -cp "$classpath" dev.tollbooth.benchmarks.flood.FloodMain "$@" ;;
    users) exec java -Xmx1g -XX:+UseG1GC -cp "$classpath" dev.tollbooth.benchmarks.flood.ManyUsersMain "$@" ;;
    collector) exec java $heap -cp "$classpath" dev.tollbooth.benchmarks.topru.StalledCollectorCostMain "$@" ;;
    agent)
        exec java -cp "$classpath" dev.tollbooth.benchmarks.coldstart.AgentStartMain "${1:-21}" \
            integrations/agent/target/tollbooth-agent.jar "${2:-jdbc:h2:mem:coldstart}"
        ;;
    start)
        url=${1:?the URL of a PostgreSQL server, jdbc:postgresql://host/database?user=...}
        exec java -cp "$classpath" dev.tollbooth.benchmarks.coldstart.ColdStartMain "$target/coldstart-postgres.md" 15 \
            "$url" DIRECT TOLLBOOTH TOLLBOOTH_REPORTS P6SPY_OFF DATASOURCE_PROXY OPENTELEMETRY_NOOP
        ;;
    # shellcheck disable=SC2086 # the shape is several arguments
    digest)
        exec java -cp "$classpath" org.openjdk.jmh.Main '\.benchmarks\.digest\.' $shape -t 1 -prof gc \
            -jvmArgs "$heap" -foe true "$@"
        ;;
esac
measure() { # class, Markdown to write, further arguments: a measure that fails leaves the page without it
    class=$1
    shift
    "$java" $heap -cp "$classpath" "dev.tollbooth.benchmarks.$class" "$@" || {
        echo "failed: $class" >&2
        : >"$1"
    }
}
number=0
# of executions between I/O: what was measured last
results=$(ls $target/cold.md $target/origin.md $target/io.md $target/postgres.md $target/touches.md 2>/dev/null || true)
newer=$(ls -d /usr/lib/jvm/*25*/bin/java 2>/dev/null | head -n 1 || true)
peers=
fewer=
for java in ${BENCHMARK_JAVAS:-java $newer}; do
    number=$((number + 1))
    if [ $number -gt 1 ] && [ "$what" != full ]; then
        peers="DIRECT TOLLBOOTH TOLLBOOTH_REPORTS P6SPY_OFF DATASOURCE_PROXY"
        fewer="-p peer=DIRECT,FLOOR,TOLLBOOTH,TOLLBOOTH_REPORTS,P6SPY_OFF"
    fi
    # shellcheck disable=SC2086 # the shape is several arguments
    "$java" -cp "$classpath" org.openjdk.jmh.Main $shape $fewer -prof gc -jvmArgs "$heap" \
        -foe true -e '^(?!dev\.tollbooth\.benchmarks\.workload\.)' -rf json -rff "$target/jmh-$number.json" "$@"
    # shellcheck disable=SC2086 # one argument a peer
    measure coldstart.ColdStartMain "$target/coldstart-$number.md" "$starts" H2 $peers
    measure workload.IdleConnectionsMain "$target/idle-$number.md"
    results="$results $target/jmh-$number.json $target/coldstart-$number.md $target/idle-$number.md"
done
page=${BENCHMARK_RESULTS:-benchmarks/RESULTS.md}
# shellcheck disable=SC2086 # one argument a file
java -cp "$classpath" dev.tollbooth.benchmarks.report.ResultsPage "$page" "benchmarks/run.sh $what${*:+ $*}" $results
echo "written: $page"
