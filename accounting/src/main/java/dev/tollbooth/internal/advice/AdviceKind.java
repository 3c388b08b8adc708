package dev.tollbooth.internal.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A kind of advice, with the rule that finds it. The guide has a section with the formula of each kind. */
@SuppressWarnings("ImmutableEnumChecker")
public enum AdviceKind {
    N_PLUS_ONE(RepeatRules::nPlusOne),
    SAME_AGAIN(RepeatRules::sameAgain),
    ROW_BY_ROW(RepeatRules::rowByRow),
    COMMIT_EACH(RepeatRules::commitEach),
    WAITS_IN_TRANSACTION(TimeRules::waits),
    SMALL_FETCHES(ResultRules::smallFetches),
    WHOLE_RESULT(ResultRules::wholeResult),
    UNREAD_ROWS(ResultRules::unreadRows),
    UNREAD_COLUMNS(ResultRules::unreadColumns),
    LITERALS(TextRules::literals),
    LIST_LENGTHS(TextRules::listLengths),
    NO_POOL(TimeRules::noPool),
    VALIDATION(TextRules::validation),
    ALWAYS_FAILS(ErrorRules::always),
    OFTEN_FAILS(ErrorRules::often),
    SLOWER_SINCE(TimeRules::slowerSince),
    LONG_TAIL(TimeRules::longTail),
    TIME_IN_NETWORK(TimeRules::network);

    /** A rule for one statement; it returns null if the statement needs no advice. */
    interface Rule {
        @Nullable
        Draft find(AdvisedStatement statement, AdvisedWorkload all);
    }

    private final @Nullable Rule rule;
    private final @Nullable Function<AdvisedWorkload, @Nullable Draft> ruleOfAll;

    AdviceKind(Rule rule) {
        this.rule = rule;
        this.ruleOfAll = null;
    }

    AdviceKind(Function<AdvisedWorkload, @Nullable Draft> ruleOfAll) {
        this.rule = null;
        this.ruleOfAll = ruleOfAll;
    }

    /** Returns the stable key of this kind, such as {@code n-plus-one}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the keys of the kinds that can be found in report files alone. */
    public static List<String> keysOfReports() {
        List<String> keys = new ArrayList<>(keys());
        // two need samples, and reports have no connects
        Stream.of(SAME_AGAIN, UNREAD_COLUMNS, NO_POOL).map(AdviceKind::key).forEach(keys::remove);
        return keys;
    }

    /** Returns the keys of all kinds. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(AdviceKind::key).toList();
    }

    /** Returns whether advice of this kind is shown even if it saves little. */
    boolean isAlwaysShown() {
        return this == ALWAYS_FAILS || this == OFTEN_FAILS || this == WAITS_IN_TRANSACTION;
    }

    @Nullable
    Draft find(AdvisedStatement statement, AdvisedWorkload all) {
        return rule == null ? null : rule.find(statement, all);
    }

    @Nullable
    Draft find(AdvisedWorkload all) {
        return ruleOfAll == null ? null : ruleOfAll.apply(all);
    }
}
