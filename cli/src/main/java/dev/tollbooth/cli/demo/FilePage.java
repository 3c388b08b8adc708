package dev.tollbooth.cli.demo;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.console.page.PageOptions;
import dev.tollbooth.internal.file.OwnerFiles;
import dev.tollbooth.internal.file.ReportFileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The page of the demo's reports. */
final class FilePage {

    private FilePage() {}

    /** Writes the reports of {@code directory} as {@code page}, and returns its path. */
    static Path write(Path directory, Path page) throws IOException {
        List<Path> files = ReportFileReader.expand(List.of(directory));
        PageModel model = PageModels.of(
                reports -> {
                    try {
                        for (Path file : files) {
                            ReportFileReader.read(file, reports);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                TimeSpan.ALL);
        try (Writer out = OwnerFiles.overwriteText(page)) {
            PageHtml.file(
                    out,
                    model,
                    new PageOptions(null, null, List.of()),
                    Instant.now().getEpochSecond());
        }
        return page;
    }
}
