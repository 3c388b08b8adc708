@org.jspecify.annotations.NullMarked
package dev.tollbooth.reporter.postgres;
