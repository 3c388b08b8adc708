package dev.tollbooth.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A condition for settings that are on by default; only {@code off} and {@code false} switch one off. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Conditional(OnSwitch.Condition.class)
public @interface OnSwitch {

    /** {@return the settings that must be on, with their prefix, such as {@code tollbooth.enabled}} */
    String[] value();

    /** The evaluation of the condition. */
    final class Condition extends SpringBootCondition {

        Condition() {}

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Map<String, Object> given =
                    Objects.requireNonNull(metadata.getAnnotationAttributes(OnSwitch.class.getName()));
            for (String key : (String[]) Objects.requireNonNull(given.get("value"))) {
                String set = EnvironmentSettings.value(context.getEnvironment(), key);
                String value = set == null ? "on" : set.strip().toLowerCase(Locale.ROOT);
                if (value.equals("off") || value.equals("false")) {
                    return ConditionOutcome.noMatch(
                            ConditionMessage.forCondition("Tollbooth").because(key + "=" + value));
                }
            }
            return ConditionOutcome.match(
                    ConditionMessage.forCondition("Tollbooth").because("it is on"));
        }
    }
}
