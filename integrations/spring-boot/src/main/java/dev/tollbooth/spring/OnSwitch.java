package dev.tollbooth.spring;

import java.util.Locale;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A condition for a setting that is on by default; only {@code off} and {@code false} switch it off. */
public abstract class OnSwitch extends SpringBootCondition {

    private final String key;

    /**
     * Makes a condition on one setting.
     *
     * @param key the setting with its prefix, such as {@code tollbooth.enabled}
     */
    protected OnSwitch(String key) {
        this.key = key;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String given = EnvironmentSettings.value(context.getEnvironment(), key);
        String value = given == null ? "on" : given.strip().toLowerCase(Locale.ROOT);
        ConditionMessage message = ConditionMessage.forCondition("Tollbooth").because(key + "=" + value);
        boolean off = value.equals("off") || value.equals("false");
        return off ? ConditionOutcome.noMatch(message) : ConditionOutcome.match(message);
    }
}
