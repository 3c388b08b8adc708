package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.session.SessionRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What collecting adds to an execution. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CellBenchmark {

    private static final Digest SELECT = Digest.ofNormalized("select ?", "select");

    private final RuOwner owner = new RuOwner("H2/shop", "estimate", "app");
    private final SessionRegistry registry = new SessionRegistry(System::nanoTime);
    private final Session session = registry.open("app");
    private final Execution execution = new Execution(session, () -> {});
    private final RuCell cell = cell();

    /** Makes a benchmark whose session collects. */
    public CellBenchmark() {}

    private RuCell cell() {
        registry.setCollecting(true);
        return session.ruCell(owner, SELECT, Sha256.NONE, 0);
    }

    /** One increment of a cell that is at hand. */
    @Benchmark
    public boolean add() {
        return cell.add(1, 1000, 0.5, RuState.KNOWN);
    }

    /** The cell of a statement that was executed a short while ago. */
    @Benchmark
    public RuCell find() {
        return session.ruCell(owner, SELECT, Sha256.NONE, 0);
    }

    /** An execution that is shown as running, and not collected. */
    @Benchmark
    public long executeOff() {
        execution.begin(SELECT, null, 1000);
        return execution.end(2000);
    }

    /** An execution that is shown as running, and collected. */
    @Benchmark
    public boolean executeOn() {
        RuCell found = session.ruCell(owner, SELECT, Sha256.NONE, 0);
        execution.begin(SELECT, found, 1000);
        return found.add(1, execution.end(2000) - 1000, 0.5, RuState.KNOWN);
    }
}
