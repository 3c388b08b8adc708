package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.DigestCache;
import dev.tollbooth.accounting.digest.SqlDialect;
import dev.tollbooth.reporter.jmx.ExposedInstance;
import org.jspecify.annotations.Nullable;

/** What an instance loads and asks the JVM. */
final class InstancePreparation extends Preparation {

    private static final int A_STATEMENTS_BYTES = 1 << 16;

    private final long madeAtEpochMillis = System.currentTimeMillis();
    private final Tollbooth instance;
    private final MemoryAccounts memory;
    private final String subProtocol;

    /**
     * Prepares nothing yet.
     *
     * @param mBeans null where none are wanted
     * @param subProtocol the driver's that connects first, empty where that is not known
     */
    InstancePreparation(
            Tollbooth instance, Failures failures, MemoryAccounts memory, @Nullable MBeans mBeans, String subProtocol) {
        super(mBeans, failures);
        this.instance = instance;
        this.memory = memory;
        this.subProtocol = subProtocol;
    }

    @Override
    void urgent() {
        aDigest();
        memory.prepare();
        if (instance.settings().memory().measuresAll()) {
            memory.calibrate();
        }
    }

    @Override
    void soon() {
        instance.openReports();
        memory.calibrate();
        aDigest().summary(); // a digest makes its own when it is asked for
    }

    @Override
    void later() {
        memory.calibrate();
        instance.readers().watchMemory();
    }

    @Override
    ExposedInstance exposed() {
        return instance.readers().exposed(madeAtEpochMillis);
    }

    private Digest aDigest() {
        SqlDialect dialect = memory.digestCaches().dialect(SqlDialect.forProduct(subProtocol));
        return new DigestCache(dialect, instance.settings().digests(), A_STATEMENTS_BYTES).get("SELECT 1");
    }
}
