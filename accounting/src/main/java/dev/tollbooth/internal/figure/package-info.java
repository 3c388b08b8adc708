/** The figures of statements, each declared once: name, unit, sum, rank and description. */
@NullMarked
package dev.tollbooth.internal.figure;

import org.jspecify.annotations.NullMarked;
