/** Tests of the pictures. */
@NullMarked
package dev.tollbooth.reporter.memory;

import org.jspecify.annotations.NullMarked;
