@NullMarked
package dev.tollbooth.internal.otlp;

import org.jspecify.annotations.NullMarked;
