/** The figures of statements, each declared once: what it is called, how it adds up, ranks and is read. */
@NullMarked
package dev.tollbooth.internal.figure;

import org.jspecify.annotations.NullMarked;
