package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.budget.Budget;
import dev.tollbooth.internal.control.NearestName;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import dev.tollbooth.internal.jmx.InstanceFacts.SettingValue;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.jdbc.SettingsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A reader that finds the value of every setting. The first place that has the setting wins: code or connection
 * properties, the URL, the framework, system properties, environment variables, the file in {@code tollbooth.config},
 * the file on the class path. Otherwise the default applies.
 *
 * <p>A wrong setting in code, in connection properties or in the URL is rejected with an exception. A wrong setting in
 * another place is logged and ignored, so that it can't stop an application. {@code tollbooth.enabled=off} ends the
 * search, and every other setting then has its default, even if its value is wrong.
 *
 * <p>Not thread-safe: one instance loads once.
 */
final class SettingsLoader {

    private record Given(Object value, String text, SettingPlace place) {}

    private static final String HIDDEN = "***";

    /** The most settings that are named as ignored. */
    static final int MOST_IGNORED = 50;

    /** The settings that are checked against others, or against this JVM, in this order. */
    private static final List<Setting> CHECKED = List.of(
            Setting.RU_SOURCE,
            Setting.PLAN_SOURCE,
            Setting.REPORT_DIR,
            Setting.GRPC_LISTEN,
            Setting.GRPC_AGENT,
            Setting.REPORT_INTERVAL,
            Setting.SQL_LISTEN,
            Setting.CONSOLE_LISTEN);

    private final Map<Setting, Given> given = new EnumMap<>(Setting.class);
    /** The budgets by user, in the order of their appearance. */
    private final Map<String, Given> budgets = new LinkedHashMap<>();
    /**
     * The settings that places outside the code have, with a right or a wrong value, or may have in an unreadable file.
     */
    private final Set<Setting> outside = EnumSet.noneOf(Setting.class);

    /** The settings that a place has with a wrong value, or may have in a file that could not be read. */
    private final Set<Setting> lost = EnumSet.noneOf(Setting.class);

    private final List<IgnoredSetting> ignored = new ArrayList<>();

    /** The number of ignored settings beyond {@link #ignored}, because a foreign file may have any number. */
    private int furtherIgnored;
    /** The settings that a check has read. */
    private final Set<Setting> read = EnumSet.noneOf(Setting.class);

    private @Nullable SettingsException refusal;

    private SettingsLoader() {}

    /**
     * Returns a loader that has read all places.
     *
     * @throws SettingsException if a key in the code is unknown or its value wrong
     */
    static SettingsLoader load(TypedSettings typed, SettingSources sources) {
        SettingsLoader loader = new SettingsLoader();
        loader.add(SettingPlace.TYPED, typed.code());
        loader.add(SettingPlace.URL, typed.url());
        if (typed.fault() != null) {
            loader.wrong(SettingPlace.URL, "", typed.fault());
        }
        loader.add(SettingPlace.framework(sources.frameworkPlace()), sources.framework());
        loader.add(SettingPlace.SYSTEM, sources.system());
        loader.add(SettingPlace.ENVIRONMENT, sources.environment());
        Given config = loader.given.get(Setting.CONFIG);
        if (config != null) {
            loader.add(SettingPlace.file(config.text), () -> SettingSources.ofFile(Path.of(config.text)));
        }
        loader.add(SettingPlace.RESOURCE, sources.resource());
        if (loader.isOff()) {
            loader.given.keySet().retainAll(Set.of(Setting.ENABLED));
            loader.budgets.clear();
            loader.ignored.clear();
            loader.furtherIgnored = 0;
        } else if (loader.refusal != null) {
            throw loader.refusal;
        }
        for (Setting checked : CHECKED) {
            loader.fit(checked);
        }
        return loader;
    }

    private boolean isOff() {
        Given enabled = given.get(Setting.ENABLED);
        return enabled != null && enabled.value.equals(false);
    }

    private void add(SettingPlace place, Callable<Map<String, String>> file) {
        if (isOff()) {
            return;
        }
        Map<String, String> values;
        try {
            values = file.call();
        } catch (Exception | LinkageError e) {
            outside.addAll(EnumSet.allOf(Setting.class));
            lost.addAll(EnumSet.allOf(Setting.class));
            // without the parser's message, which may show a value
            String type = e.getClass().getSimpleName();
            String remedy = "; it must be a Java properties file of at most 1 MB";
            wrong(place, "", "could not read " + place.name() + ": " + type + remedy);
            return;
        }
        add(place, values);
    }

    private void add(SettingPlace place, Map<String, String> values) {
        if (isOff()) {
            return;
        }
        Map<Setting, String> texts = new EnumMap<>(Setting.class);
        Set<Setting> contradicted = EnumSet.noneOf(Setting.class);
        for (Map.Entry<String, String> entry : values.entrySet()) {
            String text = entry.getValue().strip();
            String user = place.owns(entry.getKey()) ? place.budgetUser(entry.getKey()) : null;
            // a flag is no budget: the writer means budget.enforce, and the message says so
            if (user != null && Setting.BUDGET_ENFORCE.kind.read(text) == null) {
                addBudget(place, entry.getKey(), user, text);
                continue;
            }
            Setting setting = place.owns(entry.getKey()) ? known(place, entry.getKey()) : null;
            if (setting != null && !text.isEmpty()) {
                String other = texts.put(setting, text);
                if (other != null && !other.equals(text) && contradicted.add(setting)) {
                    String fact = "two values of one setting: " + setting.key + " (" + place.name() + ")";
                    wrong(place, setting.key, fact + "; remove one");
                }
            }
        }
        texts.keySet().removeAll(contradicted);
        lost.addAll(contradicted);
        for (Map.Entry<Setting, String> entry : texts.entrySet()) {
            add(place, entry.getKey(), entry.getValue());
        }
    }

    /** Returns the setting of that name, null if there is none. */
    private @Nullable Setting known(SettingPlace place, String name) {
        Setting setting = place.setting(name);
        if (setting == null) {
            wrong(place, ErrorText.key(name), unknown(place, name));
            return null;
        }
        if (!place.isTyped()) {
            outside.add(setting);
        }
        return setting;
    }

    private static String unknown(SettingPlace place, String name) {
        String whole = place.wholeName(name);
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            known.add(place.nameOf(setting.key));
        }
        String nearest = NearestName.behindPrefix(place.prefix(), whole, known);
        String fact = "unknown setting: " + ErrorText.key(name) + " (" + place.name() + ")";
        if (nearest != null) {
            return fact + ", did you mean " + nearest + "?";
        }
        // without the allowed values, because others may own such a name, as Kubernetes does for each Service
        return place.isTyped()
                ? fact + "; the settings are " + String.join(", ", known)
                : fact + "; rename or remove it";
    }

    private void add(SettingPlace place, Setting setting, String text) {
        if (setting == Setting.CONFIG && place.kind() == SettingPlace.Kind.FILE) {
            String fact = "setting in the wrong place: " + setting.key + " (" + place.name() + ")";
            String remedy = ", a file can't name another; give it as a system property, in the environment or in code";
            wrong(place, setting.key, fact + remedy);
            return;
        }
        if (given.containsKey(setting)) {
            return;
        }
        Object value = setting.kind.read(text);
        if (value == null) {
            lost.add(setting);
            wrong(place, place.nameOf(setting.key), bad(place, setting, text));
        } else {
            given.put(setting, new Given(value, text, place));
        }
    }

    private void addBudget(SettingPlace place, String key, String user, String text) {
        if (text.isEmpty() || budgets.containsKey(user)) {
            return;
        }
        Budget budget = Budget.of(user, text);
        if (budget == null) {
            String name = ErrorText.key(key);
            // a value that is no number may be anything, even a password
            String shown = Character.isDigit(text.charAt(0)) ? "=" + ErrorText.value(text) : "";
            wrong(place, name, "bad setting: " + name + shown + " (" + place.name() + "), allowed is " + Budget.FORM);
        } else {
            budgets.put(user, new Given(budget, text, place));
        }
    }

    /** Returns the budgets of users. */
    List<Budget> budgets() {
        return budgets.values().stream().map(each -> (Budget) each.value).toList();
    }

    private static String bad(SettingPlace place, Setting setting, String text) {
        String shown = setting.kind instanceof SettingKind.Secret ? HIDDEN : ErrorText.value(text);
        String hint = setting.kind instanceof SettingKind.Choice choice
                ? NearestName.hint(shown.toLowerCase(Locale.ROOT), choice.words())
                : "";
        return "bad setting: " + place.nameOf(setting.key) + "=" + shown + " (" + place.name() + "), allowed is "
                + setting.kind.allowed() + hint;
    }

    private void wrong(SettingPlace place, String name, String reason) {
        if (!place.isTyped()) {
            ignore(place.name(), name, reason);
        } else if (refusal == null) {
            refusal = new SettingsException(reason);
        }
    }

    private void ignore(String place, String name, String reason) {
        if (ignored.size() < MOST_IGNORED) {
            ignored.add(new IgnoredSetting(place, name, reason));
        } else {
            furtherIgnored++;
        }
    }

    /** Returns the typed value of {@code setting}. */
    <T> T value(Setting setting, Class<T> type) {
        read.add(setting);
        Given found = given.get(setting);
        String text = setting.defaultValue;
        // defaults are not checked, because that would load regular expressions at each start
        boolean isText = setting.kind instanceof SettingKind.Text
                || setting.kind instanceof SettingKind.WarningPattern
                || (text.isEmpty() && !(setting.kind instanceof SettingKind.Parts));
        Object value = found != null ? found.value : isText ? text : setting.kind.read(text);
        return Objects.requireNonNull(type.cast(value));
    }

    /**
     * Returns whether {@code setting} was given with a wrong value only. A port that it guards must then stay closed.
     */
    boolean isLost(Setting setting) {
        read.add(setting);
        return lost.contains(setting) && !given.containsKey(setting);
    }

    /**
     * Checks {@code checked}. If the settings that the check reads don't fit, the ones from outside the code count as
     * not given. If the remaining ones don't fit either, all of them have their defaults.
     *
     * @throws SettingsException if the code's settings don't fit, and no other place names any of them
     */
    private void fit(Setting checked) {
        String wrong = wrong(checked);
        if (wrong == null) {
            return;
        }
        if (Collections.disjoint(read, outside)) {
            throw new SettingsException(wrong);
        }
        ignoreRead(false, wrong);
        wrong = wrong(checked);
        if (wrong != null) {
            ignoreRead(true, wrong);
        }
    }

    private @Nullable String wrong(Setting checked) {
        read.clear();
        try {
            check(checked);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void check(Setting checked) {
        switch (checked) {
            case RU_SOURCE -> RuSources.chosen(value(Setting.RU_SOURCE, String.class));
            case PLAN_SOURCE -> PlanBook.source(value(Setting.PLAN_SOURCE, String.class));
            case REPORT_DIR -> ReportSettings.directory(this);
            case GRPC_LISTEN -> ReportSettings.requireGuards(this, Setting.GRPC_LISTEN, ReportSettings.PORT_GUARDS);
            case GRPC_AGENT -> ReportSettings.requireGuards(this, Setting.GRPC_AGENT, ReportSettings.AGENT_GUARDS);
            case SQL_LISTEN -> SqlSettings.of(this);
            case CONSOLE_LISTEN ->
                ReportSettings.requireGuards(this, Setting.CONSOLE_LISTEN, List.of(Setting.CONSOLE_PASSWORD));
            default -> ReportSettings.of(this);
        }
    }

    private void ignoreRead(boolean typedToo, String reason) {
        Set<String> places = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        for (Setting setting : read) {
            Given found = given.get(setting);
            if (found != null && (typedToo || !found.place.isTyped())) {
                given.remove(setting);
                places.add(found.place.name());
                names.add(found.place.nameOf(setting.key));
            }
        }
        if (!names.isEmpty()) {
            String place = String.join(", ", places);
            String name = String.join(", ", names);
            ignore(place, name, reason + "; not in force: " + name + " (" + place + ")");
        }
    }

    /** Returns every setting with its value, unless that is a secret, and its place. */
    List<SettingValue> rows() {
        List<SettingValue> rows = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            Given found = given.get(setting);
            rows.add(new SettingValue(
                    setting.key,
                    found == null
                            ? setting.defaultValue
                            : setting.kind instanceof SettingKind.Secret ? HIDDEN : found.text,
                    found == null ? "default" : found.place.name()));
        }
        budgets.forEach((user, found) ->
                rows.add(new SettingValue(Setting.BUDGET_FAMILY + user, found.text, found.place.name())));
        return rows;
    }

    /** Returns the settings that are not in force. */
    List<IgnoredSetting> ignored() {
        List<IgnoredSetting> all = new ArrayList<>(ignored);
        if (furtherIgnored > 0) {
            String reason = "too many to name: further=" + furtherIgnored + "; remove what is no setting";
            all.add(new IgnoredSetting("", "", reason));
        }
        return all;
    }
}
