package dev.tollbooth.opentelemetry.extension;

import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesBuilder;
import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesConfigurer;

/**
 * An agent extension that makes the agent observe the driver's connections and statements instead of Tollbooth's, whose
 * URL has a database system that it does not know. The agent finds this class by {@code META-INF/services}.
 */
public final class TollboothIgnored implements IgnoredTypesConfigurer {

    @Override
    public void configure(IgnoredTypesBuilder builder) {
        builder.ignoreClass("dev.tollbooth.");
    }
}
