package dev.tollbooth.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.page.PageHtml.PageParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class PagePartsTest {

    /** The checksums of the packages htm 3.1.1, uplot 1.6.32 and preact in the registry. */
    private static final Map<String, String> CHECKSUMS = Map.of(
            "htm-preact-3.1.1.mjs", "72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7",
            "uplot-1.6.32.esm.js", "5dd9b3281aa64b461b42d9945f6adb2649d346502b12281a9ae0d46599a80eba",
            "uplot-1.6.32.min.css", "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
            "preact-LICENSE", "1fe6958409c8c257a70c587a18b6f7f412b179b456630790d30b2ec9a8e4b7d4",
            "uplot-LICENSE", "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd");

    private static final Path SOURCES = Path.of("src/main/page");
    private static final Path COPIED = Path.of("src/main/resources/dev/tollbooth/console/page");

    @Test
    void libraries_vendored_areThoseOfTheRegistry() throws IOException, NoSuchAlgorithmException {
        Map<String, String> found = new TreeMap<>();
        for (Path directory : List.of(SOURCES.resolve("vendor"), COPIED.resolve("vendor"))) {
            try (Stream<Path> vendored = Files.list(directory)) {
                for (Path file : vendored.toList()) {
                    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                    found.put(file.getFileName().toString(), HexFormat.of().formatHex(digest));
                }
            }
        }
        assertThat(found).isEqualTo(CHECKSUMS);
    }

    @Test
    void script_ofAllModules_isOneThatNamesItsLibraries() {
        assertThat(PageParts.script())
                .startsWith("/*!")
                .contains("uPlot 1.6.32", "Preact", "htm 3.1.1")
                .contains("P99 before", "all views show the one that you choose")
                .doesNotContain("import ", "export ", "</script");
    }

    @Test
    void page_ofAFleet_saysSoToTheScript() throws IOException {
        assertThat(served(true)).contains("<div id=\"app\" data-fleet>");
        assertThat(served(false)).contains("<div id=\"app\">");
    }

    @Test
    void styles_ofTwoPages_areMadeOnce() {
        assertThat(PageParts.styles()).isSameAs(PageParts.styles());
    }

    @Test
    void page_withoutData_isSmall() throws IOException {
        for (String page : List.of(served(false), served(true), PageHtml.embedded())) {
            byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(bytes);
            }
            assertThat(packed.size()).as("as it is sent").isLessThan(60_000);
            assertThat(bytes.length).isLessThan(150_000);
            System.out.printf("the page without figures: %,d bytes, packed %,d%n", bytes.length, packed.size());
        }
    }

    @Test
    void page_ofTheServer_hasNoInlineHandlerStyleOrAddress() throws IOException {
        List<String> own = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(SOURCES, "*.js")) {
            for (Path module : modules) {
                own.add(Files.readString(module));
            }
        }
        String frame = served(false).replace(PageParts.script(), "");
        assertThat(own).hasSizeGreaterThan(15);
        own.add(frame);
        assertThat(own)
                .allSatisfy(text -> assertThat(text)
                        .doesNotContainPattern("<[a-z]+[^>$]* on[a-z]+=\"")
                        .doesNotContainPattern("<[a-z]+[^>$]* style=\"")
                        .doesNotContain("http://", "https://", "innerHTML", "dangerouslySetInnerHTML", "eval("));
    }

    private static String served(boolean fleet) throws IOException {
        StringWriter page = new StringWriter();
        PageHtml.live(page, "nonce", fleet);
        return page.toString();
    }
}
