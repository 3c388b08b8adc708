package dev.tollbooth.internal.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.AccountingSwitch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CurrentOriginTest {

    private final OriginNames names = new OriginNames();
    private final AccountingSwitch accounting = new AccountingSwitch();
    private final List<String> repeated = new ArrayList<>();
    private @Nullable String span;

    private CurrentOrigin origins(OriginMode mode) {
        return new CurrentOrigin(
                names,
                mode,
                accounting,
                (account, origin, times) -> repeated.add(account + " " + names.name(origin) + " " + times),
                () -> span);
    }

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
        CurrentOrigin origins = origins(OriginMode.SCOPE);
        assertThat(accounting.hasOrigins()).isFalse();
        OriginScope outer = origins.enter("outer");
        OriginScope inner = origins.enter("inner");
        assertThat(origins.name()).isEqualTo("inner");
        assertThat(names.name(origins.scope().origin())).isEqualTo("inner");
        origins.leave(inner);
        assertThat(origins.name()).isEqualTo("outer");
        origins.leave(outer);
        assertThat(origins.name()).isEmpty();
        assertThat(origins.scope()).isNull();
    }

    @Test
    void leave_ofAScopeThatRepeats_tellsWhatItExecutedTenTimesOrMore() {
        CurrentOrigin origins = origins(OriginMode.SCOPE);
        OriginScope outer = origins.enter("outer");
        execute(origins, 7, 5);
        OriginScope inner = origins.enter("inner");
        execute(origins, 7, 10);
        execute(origins, 8, 9);
        execute(origins, -3, 31);
        origins.leave(inner);
        assertThat(repeated).containsExactlyInAnyOrder("7 inner 10", "-3 inner 31");
        repeated.clear();
        execute(origins, 7, 6);
        origins.leave(outer);
        assertThat(repeated).containsExactly("7 outer 11");
    }

    @Test
    void leave_ofAScopeOfManyStatements_neverTellsTooMany() {
        CurrentOrigin origins = origins(OriginMode.SCOPE);
        OriginScope scope = origins.enter("report");
        for (int i = 0; i < 40; i++) {
            execute(origins, 5, 1);
            for (int each = 0; each < 1_000; each++) {
                execute(origins, 1_000 * i + each + 10, 1);
            }
        }
        origins.leave(scope);
        assertThat(repeated).allSatisfy(told -> assertThat(told).matches("5 report (\\d|[123]\\d|40)"));
    }

    private static void execute(CurrentOrigin origins, int account, int times) {
        for (int i = 0; i < times; i++) {
            origins.scope().executed(account);
        }
    }

    @Test
    void outside_inASpan_isItsName() {
        span = "GET /orders/{id}";
        assertThat(origins(OriginMode.SCOPE).outside()).isEqualTo(OriginNames.NONE);
        CurrentOrigin origins = origins(OriginMode.SPAN);
        assertThat(accounting.hasOrigins()).isTrue();
        assertThat(names.name(origins.outside())).isEqualTo("GET /orders/{id}");
        span = null;
        assertThat(origins.outside()).isEqualTo(OriginNames.NONE);
    }

    @Test
    void enter_whereOriginsAreOff_doesNothing() {
        CurrentOrigin origins = origins(OriginMode.OFF);
        OriginScope before = origins.enter("outer");
        assertThat(accounting.hasOrigins()).isFalse();
        assertThat(origins.name()).isEmpty();
        assertThat(names.size()).isZero();
        origins.leave(before);
    }

    @Test
    void ofCallSite_oneInSixteen_looksAtTheStack() {
        CurrentOrigin origins = origins(OriginMode.CALLSITE);
        assertThat(accounting.hasOrigins()).isTrue();
        assertThat(origins.ofCallSite(77, 1)).isEqualTo(77);
        // all frames of this test belong to libraries or to Tollbooth
        assertThat(names.name(origins.ofCallSite(77, 16))).startsWith(CallSite.LIBRARY + " org.");
        assertThat(names.name(origins.ofCallSite(OriginNames.NONE, 1))).startsWith(CallSite.LIBRARY + " org.");
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
