package dev.tollbooth.internal.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.AccountingSwitch;
import org.junit.jupiter.api.Test;

class CurrentOriginTest {

    private final OriginNames names = new OriginNames();
    private final AccountingSwitch accounting = new AccountingSwitch();

    @Test
    void number_ofOneName_isTheSameAndOfAThousandAndFirstTheOthers() {
        int first = names.number("GET /orders/{id}");
        assertThat(names.number("GET /orders/{id}")).isEqualTo(first);
        for (int i = 0; i < OriginNames.MOST + 50; i++) {
            int number = names.number("job-" + i);
            assertThat(number == OriginNames.OTHERS).isEqualTo(i >= OriginNames.MOST - 1);
        }
        assertThat(names.name(first)).isEqualTo("GET /orders/{id}");
        assertThat(names.name(OriginNames.OTHERS)).isEqualTo(OriginNames.OTHERS_NAME);
        assertThat(names.number(OriginNames.OTHERS_NAME)).isEqualTo(OriginNames.OTHERS);
        assertThat(names.size()).isEqualTo(OriginNames.MOST);
        assertThat(names.refused().times()).isEqualTo(51);
        assertThat(names.number("")).isEqualTo(OriginNames.NONE);
        assertThat(names.number("x".repeat(300))).isEqualTo(OriginNames.OTHERS);
    }

    @Test
    void enter_withinAnother_isTheInnerOneUntilItIsLeft() {
        CurrentOrigin origins = new CurrentOrigin(names, OriginMode.SCOPE, accounting);
        assertThat(accounting.hasOrigins()).isFalse();
        int outer = origins.enter("outer");
        int inner = origins.enter("inner");
        assertThat(origins.name()).isEqualTo("inner");
        assertThat(names.name(origins.ofScope())).isEqualTo("inner");
        origins.leave(inner);
        assertThat(origins.name()).isEqualTo("outer");
        origins.leave(outer);
        assertThat(origins.name()).isEmpty();
        assertThat(origins.ofScope()).isEqualTo(OriginNames.NONE);
    }

    @Test
    void enter_whereOriginsAreOff_doesNothing() {
        CurrentOrigin origins = new CurrentOrigin(names, OriginMode.OFF, accounting);
        int before = origins.enter("outer");
        assertThat(accounting.hasOrigins()).isFalse();
        assertThat(origins.name()).isEmpty();
        assertThat(names.size()).isZero();
        origins.leave(before);
    }

    @Test
    void ofCallSite_oneInSixteen_looksAtTheStack() {
        CurrentOrigin origins = new CurrentOrigin(names, OriginMode.CALLSITE, accounting);
        assertThat(accounting.hasOrigins()).isTrue();
        assertThat(origins.ofCallSite(77, 1)).isEqualTo(77);
        // all of this test's frames are of libraries, or of Tollbooth
        assertThat(names.name(origins.ofCallSite(77, 16))).isEqualTo(CallSite.LIBRARY);
        assertThat(names.name(origins.ofCallSite(OriginNames.NONE, 1))).isEqualTo(CallSite.LIBRARY);
    }

    @Test
    void isLibrary_ofProxiesAndFrameworks_isTrueAndOfTheApplicationFalse() {
        assertThat(CallSite.isLibrary("shop.Orders")).isFalse();
        assertThat(CallSite.isLibrary("shop.Orders$Line")).isFalse();
        assertThat(CallSite.isLibrary("shop.Orders$$SpringCGLIB$$0")).isTrue();
        assertThat(CallSite.isLibrary("jdk.proxy2.$Proxy17")).isTrue();
        assertThat(CallSite.isLibrary("org.hibernate.loader.Loader")).isTrue();
    }
}
