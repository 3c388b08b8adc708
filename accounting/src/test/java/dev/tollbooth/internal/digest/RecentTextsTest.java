package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentTextsTest {

    private static final int LEAST_PLACES = 16;

    private final RecentTexts recent = new RecentTexts(0);

    private static TextDigest digest(String text) {
        return TextDigest.ofNormalized(text, text);
    }

    /** Returns texts with the same hash code, because Aa and BB have the same. */
    private static List<String> ofOneHash(int pairs) {
        List<String> texts = List.of("");
        for (int i = 0; i < pairs; i++) {
            List<String> longer = new ArrayList<>();
            for (String text : texts) {
                longer.add(text + "Aa");
                longer.add(text + "BB");
            }
            texts = longer;
        }
        return texts;
    }

    @Test
    void get_twoTextsOfOnePlace_findsBothAndNeverOneForTheOther() {
        List<String> texts = ofOneHash(2);
        assertThat(texts).extracting(String::hashCode).containsOnly(texts.get(0).hashCode());
        TextDigest first = digest(texts.get(0));
        TextDigest second = digest(texts.get(1));
        recent.keep(texts.get(0), first);
        assertThat(recent.get(texts.get(1))).isNull();
        recent.keep(texts.get(1), second);
        assertThat(recent.get(texts.get(0))).isSameAs(first);
        assertThat(recent.get(new String(texts.get(1).toCharArray()))).isSameAs(second);
        assertThat(recent.get(texts.get(2))).isNull();
    }

    @Test
    void keep_thirdTextOfOnePlace_getsInAfterSomeTimeAndLeavesTheOther() {
        List<String> texts = ofOneHash(2);
        recent.keep(texts.get(0), digest(texts.get(0)));
        recent.keep(texts.get(1), digest(texts.get(1)));
        int times = 0;
        while (recent.get(texts.get(2)) == null) {
            recent.keep(texts.get(2), digest(texts.get(2)));
            times++;
        }
        assertThat(times)
                .as("two that are used by turns don't throw each other out")
                .isGreaterThan(8);
        assertThat(texts.subList(0, 2))
                .filteredOn(text -> recent.get(text) != null)
                .hasSize(1);
    }

    @Test
    void keep_longTextOrOneWithABackslash_isNotKept() {
        String longer = "select ?" + " ".repeat(1_000);
        recent.keep(longer, digest(longer));
        recent.keep("select '\\'", digest("select ?"));
        assertThat(recent.get(longer)).isNull();
        assertThat(recent.get("select '\\'")).isNull();
    }

    @Test
    void get_randomTexts_isTheirOwnDigestOrNothing() {
        Random random = new Random(7);
        int found = 0;
        for (int i = 0; i < 10_000; i++) {
            String text = "select c" + random.nextInt(3 * LEAST_PLACES);
            TextDigest known = recent.get(text);
            if (known == null) {
                recent.keep(text, digest(text));
            } else {
                assertThat(known.text()).isEqualTo(text);
                found++;
            }
        }
        assertThat(found).isGreaterThan(1_000);
        recent.clear();
        recent.forEach(digest -> assertThat(digest).isNull());
    }
}
