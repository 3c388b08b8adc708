package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.ReportResource;
import java.time.Instant;

/**
 * The process that writes files. Its start time is part of its identity, because a restarted container has the same
 * host and process number.
 *
 * @param prefix the prefix of the names of the process's files
 * @param startMillis the start of the process, milliseconds since 1970 UTC; older files belong to another process
 */
record WriterProcess(String prefix, long startMillis) {

    static WriterProcess current() {
        ProcessHandle process = ProcessHandle.current();
        return new WriterProcess(
                ReportFileName.ofProcess(ReportResource.hostName(System.getenv()), process.pid()),
                process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli());
    }

    /** Returns whether this process wrote the file with this name. */
    boolean wrote(ReportFileName name) {
        return name.toString().startsWith(prefix) && name.start().compareTo(ReportFileName.time(startMillis)) >= 0;
    }
}
