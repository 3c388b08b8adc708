package dev.tollbooth.internal.file;

import dev.tollbooth.internal.report.HostName;
import java.time.Instant;

/**
 * The process that writes files. Host and process number do not tell it alone: in a container that is started anew both
 * are the same again.
 *
 * @param prefix what the names of its files begin with
 * @param startMillis when it began, milliseconds since 1970 UTC: a file begun before is another one's
 */
record WriterProcess(String prefix, long startMillis) {

    static WriterProcess current() {
        ProcessHandle process = ProcessHandle.current();
        return new WriterProcess(
                ReportFileName.ofProcess(HostName.of(System.getenv()), process.pid()),
                process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli());
    }

    /** Returns whether a file of this name is of this process. */
    boolean wrote(ReportFileName name) {
        return name.toString().startsWith(prefix) && name.start().compareTo(ReportFileName.time(startMillis)) >= 0;
    }
}
