package dev.tollbooth.cli.attach;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * A reader of the statements of one running instance. Each reading has the figures since the previous one, as the
 * instance computes them.
 *
 * <p>Not thread-safe.
 */
public final class StatementWatch {

    private final String reader = UUID.randomUUID().toString();
    private final RunningJvm jvm;
    private final ObjectName bean;
    private final Figure order;
    private final int limit;
    private long readNanos;

    private StatementWatch(RunningJvm jvm, ObjectName bean, Figure order, int limit, long nanoTime) {
        this.jvm = jvm;
        this.bean = bean;
        this.order = order;
        this.limit = limit;
        this.readNanos = nanoTime;
    }

    /** Begins to watch the instance whose MBean {@code Statements} is {@code bean}, at {@code nanoTime}. */
    public static StatementWatch begin(RunningJvm jvm, ObjectName bean, Figure order, int limit, long nanoTime)
            throws IOException, JMException {
        StatementWatch watch = new StatementWatch(jvm, bean, order, limit, nanoTime);
        watch.rows();
        return watch;
    }

    private List<AttachedStatement> rows() throws IOException, JMException {
        List<AttachedStatement> rows = new ArrayList<>();
        for (CompositeData row : RunningJvm.rows(jvm.call(bean, "since", reader))) {
            rows.add(AttachedStatement.of(row));
        }
        return rows;
    }

    /** Returns the figures since the previous reading; {@code nanoTime} is the time of this reading. */
    public AttachedTop read(long nanoTime) throws IOException, JMException {
        List<AttachedStatement> rows = rows();
        double seconds = (nanoTime - readNanos) / 1e9;
        readNanos = nanoTime;
        return AttachedTop.of(jvm, bean, rows, Figures.NONE, AttachedTop.layout(order, seconds, rows), limit);
    }
}
