package dev.tollbooth.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class PagePartsTest {

    /** As the registry's packages htm 3.1.1, uplot 1.6.32 and preact have them. */
    private static final Map<String, String> CHECKSUMS = Map.of(
            "htm-preact-3.1.1.umd.js", "62c4ffea400078c0eda7f435b22726b4961ebdf74c8506f188e92bec41d8ac51",
            "uplot-1.6.32.iife.min.js", "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
            "uplot-1.6.32.min.css", "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
            "preact-LICENSE", "1fe6958409c8c257a70c587a18b6f7f412b179b456630790d30b2ec9a8e4b7d4",
            "uplot-LICENSE", "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd");

    private static final Pattern DECLARED =
            Pattern.compile("(?m)^(?:export )?(?:async )?(?:function|const|let) ([A-Za-z_]\\w*)");

    @Test
    void libraries_vendored_areThoseOfTheRegistry() throws IOException, NoSuchAlgorithmException {
        for (Map.Entry<String, String> each : CHECKSUMS.entrySet()) {
            try (InputStream in = PageParts.class.getResourceAsStream("vendor/" + each.getKey())) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
                assertThat(HexFormat.of().formatHex(digest)).as(each.getKey()).isEqualTo(each.getValue());
            }
        }
    }

    /** Modules become one script: a name that two of them have would end it. */
    @Test
    void names_ofAllModules_areEachDeclaredOnce() {
        List<String> names = PageParts.MODULES.stream()
                .flatMap(module ->
                        DECLARED.matcher(PageParts.own(module + ".js")).results())
                .map(match -> match.group(1))
                .toList();
        assertThat(names).doesNotHaveDuplicates().contains("App", "Chart", "figuresOf");
        assertThat(PageParts.modules(true)).doesNotContain("import {").doesNotContain("\nexport ");
    }

    @Test
    void blanks_thatSeparateSomething_stay() {
        assertThat(ScriptBlanks.removed("const a = b ? 'x = y' : /[/ ] = '/.test( c );\nreturn - 1"))
                .isEqualTo("const a=b?'x = y':/[/ ] = '/.test(c);\nreturn - 1");
        assertThat(ScriptBlanks.removed(
                        "html`<p class=\"a b\">${ x => ({ y: `z = ${ x + 1 }` }) } = ${ z }</p>`; a in b"))
                .isEqualTo("html`<p class=\"a b\">${x=>({y:`z = ${x + 1}`})} = ${z}</p>`;a in b");
    }

    @Test
    void page_withoutData_isSmall() throws IOException {
        String page = PageHtml.live("nonce");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(page.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(packed.size()).as("as it is sent").isLessThan(60_000);
        assertThat(page.length()).isLessThan(165_000);
        System.out.printf("the page without figures: %,d bytes, packed %,d%n", page.length(), packed.size());
    }

    @Test
    void page_ofTheServer_hasNoInlineHandlerStyleOrAddress() {
        String own = PageHtml.live("nonce")
                .replace(PageParts.vendored(PageParts.LIBRARIES.get(0)), "")
                .replace(PageParts.vendored(PageParts.LIBRARIES.get(1)), "");
        assertThat(own)
                .doesNotContainPattern("<[a-z]+[^>$]* on[a-z]+=\"")
                .doesNotContainPattern("<[a-z]+[^>$]* style=\"")
                .doesNotContain("http://", "https://", "innerHTML", "dangerouslySetInnerHTML", "eval(");
    }
}
