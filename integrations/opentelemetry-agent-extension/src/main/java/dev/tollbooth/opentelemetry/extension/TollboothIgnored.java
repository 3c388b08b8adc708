package dev.tollbooth.opentelemetry.extension;

import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesBuilder;
import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesConfigurer;

/**
 * An agent extension that excludes Tollbooth's classes from OpenTelemetry's observation, so that the agent observes the
 * driver behind them. OpenTelemetry does not know the database system in Tollbooth's URLs. The agent finds this class
 * by {@code META-INF/services}.
 */
public final class TollboothIgnored implements IgnoredTypesConfigurer {

    @Override
    public void configure(IgnoredTypesBuilder builder) {
        builder.ignoreClass("dev.tollbooth.");
    }
}
