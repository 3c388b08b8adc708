/** Report files: written, rotated and kept in bounds, and read back. */
@NullMarked
package dev.tollbooth.reporter.file;

import org.jspecify.annotations.NullMarked;
