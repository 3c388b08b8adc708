@NullMarked
package dev.tollbooth.reporter.jmx;

import org.jspecify.annotations.NullMarked;
