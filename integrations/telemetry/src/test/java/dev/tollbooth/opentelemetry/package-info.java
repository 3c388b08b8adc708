@NullMarked
package dev.tollbooth.opentelemetry;

import org.jspecify.annotations.NullMarked;
