package dev.tollbooth.internal.ru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.ru.warning.VisibleWarnings;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstRuReaderTest {

    /** A reader that reports no cost. */
    private static class Silent implements InternalRuReader {
        @Override
        public boolean isExpected() {
            return false;
        }

        @Override
        public boolean isSilent() {
            return false;
        }

        @Override
        public RuReading executed(
                Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure) {
            return RuReading.NOTHING;
        }
    }

    /** A reader that hides warnings with costs, and records the chains that it copies. */
    private static final class Hiding extends Silent {
        private final VisibleWarnings seen =
                new VisibleWarnings(warning -> warning.getMessage().startsWith("ru="));
        private final List<@Nullable SQLWarning> copied = new ArrayList<>();

        @Override
        public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
            copied.add(chain);
            return seen.visible(chain);
        }

        @Override
        public int countVisible(@Nullable SQLWarning chain, int limit) {
            return seen.count(chain, limit);
        }
    }

    /** A reader that returns a warning that it has kept, if the driver has no warnings any more. */
    private static final class Keeping extends Silent {
        @Override
        public SQLWarning visible(@Nullable SQLWarning chain) {
            return chain == null ? chain("kept") : chain;
        }
    }

    private static SQLWarning chain(String... texts) {
        SQLWarning first = new SQLWarning(texts[0]);
        for (int i = 1; i < texts.length; i++) {
            first.setNextWarning(new SQLWarning(texts[i]));
        }
        return first;
    }

    @Test
    void countVisible_ofWarningsOfWhichOneIsHidden_copiesNothing() {
        Hiding hiding = new Hiding();
        InternalRuReader reader = new FirstRuReader(List.of(new Silent(), hiding, new Keeping()));
        assertThat(reader.countVisible(chain("m1", "ru=1", "m2"), 100)).isEqualTo(2);
        assertThat(reader.countVisible(chain("m1", "ru=1", "m2"), 1)).isEqualTo(1);
        assertThat(reader.countVisible(chain("ru=1"), 100)).isZero();
        assertThat(hiding.copied).isEmpty();
        assertThat(reader.countVisible(null, 100))
                .as("what another reader has kept")
                .isEqualTo(1);
    }
}
