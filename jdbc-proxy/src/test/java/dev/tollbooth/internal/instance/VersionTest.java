package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VersionTest {

    @Test
    void text_inCode_isThePomsVersion() {
        assertThat(Version.TEXT).isEqualTo(Version.property("version")).startsWith(Version.MAJOR + "." + Version.MINOR);
    }

    @Test
    void build_ofACheckout_isItsCommit() {
        assertThat(Version.build()).matches("[0-9a-f]{7,40}|unknown");
    }

    @Test
    void property_thatIsNotThere_isUnknown() {
        assertThat(Version.property("none")).isEqualTo("unknown");
    }
}
