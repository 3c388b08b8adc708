package dev.tollbooth.internal.ru.warning;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the application sees the driver's chain of warnings, without the hints in it. */
final class HiddenWarningsTest {

    /** The source of a warning: its text, and the number of warnings made of it. */
    public record Said(String text, AtomicInteger made) {}

    /** A driver's own class of warning, like PostgreSQL's, which is copied by the constructor that takes its source. */
    public static final class DriversWarning extends SQLWarning {
        private static final long serialVersionUID = 1;
        private final transient Said said;

        public DriversWarning(Said said) {
            super(said.text, "01000", 7);
            this.said = said;
            said.made.incrementAndGet();
        }

        public Said getSaid() {
            return said;
        }
    }

    private final AtomicInteger made = new AtomicInteger();
    private final VisibleWarnings warnings =
            new VisibleWarnings(warning -> warning.getMessage().contains("ru="));

    @BeforeEach
    void forgetMade() {
        made.set(0);
    }

    private SQLWarning warning(String text) {
        return new DriversWarning(new Said(text, made));
    }

    /** Returns a chain of warnings with these texts. */
    private SQLWarning chain(String... texts) {
        SQLWarning first = warning(texts[0]);
        for (int i = 1; i < texts.length; i++) {
            first.setNextWarning(warning(texts[i]));
        }
        return first;
    }

    private static List<String> texts(@Nullable SQLWarning chain) {
        List<String> texts = new ArrayList<>();
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            texts.add(warning.getMessage());
        }
        return texts;
    }

    @Test
    void visible_askedAHundredTimes_isTheSameObject() {
        SQLWarning chain = chain("m1", "ru=1", "m2");
        SQLWarning seen = warnings.visible(chain);
        for (int i = 0; i < 100; i++) {
            assertThat((Object) warnings.visible(chain)).isSameAs(seen);
        }
        assertThat(texts(seen)).containsExactly("m1", "m2");
        assertThat((Object) seen).isExactlyInstanceOf(DriversWarning.class);
        assertThat(seen.getSQLState()).isEqualTo("01000");
        assertThat(seen.getErrorCode()).isEqualTo(7);
        assertThat(seen.getStackTrace()).isEqualTo(chain.getStackTrace());
    }

    @Test
    void visible_askedAfterEachOfAThousand_copiesEachOnce() {
        SQLWarning chain = warning("ru=1");
        SQLWarning last = chain;
        for (int i = 0; i < 1_000; i++) {
            SQLWarning next = warning("m" + i);
            last.setNextWarning(next);
            last = next;
            warnings.visible(chain);
        }
        assertThat(texts(warnings.visible(chain))).hasSize(1_000);
        assertThat(made.get()).isEqualTo(1 + 1_000 + 1_000); // the hint, the driver's, the copies
    }

    @Test
    void visible_heldWhileTheDriverAppends_growsAtTheNextLookAndAtTheEnd() {
        SQLWarning chain = chain("m1");
        SQLWarning held = warnings.visible(chain);
        chain.setNextWarning(warning("ru=3"));
        chain.setNextWarning(warning("m2"));
        assertThat(texts(held)).as("never the driver's own object").containsExactly("m1");
        warnings.visible(chain);
        assertThat(texts(held)).containsExactly("m1", "m2");
        chain.setNextWarning(warning("m3"));
        assertThat(warnings.count(chain, 100)).isEqualTo(3);
        assertThat(texts(held)).containsExactly("m1", "m2", "m3");
    }

    @Test
    void visible_hintFirst_isSeenWhenSomethingFollows() {
        SQLWarning chain = chain("ru=1");
        assertThat((Object) warnings.visible(chain)).isNull();
        chain.setNextWarning(warning("m1"));
        SQLWarning seen = warnings.visible(chain);
        chain.setNextWarning(warning("m2"));
        assertThat((Object) warnings.visible(chain)).isSameAs(seen);
        assertThat(texts(seen)).containsExactly("m1", "m2");
    }

    @Test
    void visible_anotherChainOfEqualTexts_isAnother() {
        SQLWarning before = warnings.visible(chain("m1", "ru=1"));
        SQLWarning after = warnings.visible(chain("m1", "ru=1"));
        assertThat((Object) after).isNotSameAs(before);
        assertThat((Object) warnings.visible(null)).isNull();
        assertThat(texts(before)).containsExactly("m1");
    }

    @Test
    void visible_applicationAppends_keepsItAmongWhatTheDriverAppends() {
        SQLWarning chain = chain("m1", "ru=1");
        SQLWarning held = warnings.visible(chain);
        held.setNextWarning(new SQLWarning("the application's"));
        chain.setNextWarning(warning("m2"));
        assertThat(texts(warnings.visible(chain))).containsExactly("m1", "the application's", "m2");
    }

    @Test
    void countVisible_noLookBefore_copiesNothing() {
        assertThat(warnings.count(chain("m1", "ru=1", "m2", "m3"), 2)).isEqualTo(2);
        assertThat(warnings.count(chain("ru=1"), 100)).isZero();
        assertThat(made.get()).isEqualTo(5);
    }
}
