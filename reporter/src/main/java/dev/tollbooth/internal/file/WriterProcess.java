package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.HostName;
import java.time.Instant;

/**
 * The process that writes files. Host and process number don't identify it: a restarted container has the same ones.
 *
 * @param prefix the prefix of its files' names
 * @param startMillis its start, milliseconds since 1970 UTC; older files belong to another process
 */
record WriterProcess(String prefix, long startMillis) {

    static WriterProcess current() {
        ProcessHandle process = ProcessHandle.current();
        return new WriterProcess(
                ReportFileName.ofProcess(HostName.of(System.getenv()), process.pid()),
                process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli());
    }

    /** Returns whether this process wrote the file with this name. */
    boolean wrote(ReportFileName name) {
        return name.toString().startsWith(prefix) && name.start().compareTo(ReportFileName.time(startMillis)) >= 0;
    }
}
