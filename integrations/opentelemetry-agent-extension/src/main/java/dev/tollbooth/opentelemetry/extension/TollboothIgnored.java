package dev.tollbooth.opentelemetry.extension;

import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesBuilder;
import io.opentelemetry.javaagent.extension.ignore.IgnoredTypesConfigurer;

/**
 * Has the agent look at the driver's connections and statements rather than at Tollbooth's, whose URL names a database system
 * that it does not know. The agent finds this class by {@code META-INF/services}.
 */
public final class TollboothIgnored implements IgnoredTypesConfigurer {

    @Override
    public void configure(IgnoredTypesBuilder builder) {
        builder.ignoreClass("dev.tollbooth.");
    }
}
