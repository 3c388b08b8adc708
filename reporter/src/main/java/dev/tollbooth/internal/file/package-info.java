/** Report files: written, rotated, read back. */
@NullMarked
package dev.tollbooth.internal.file;

import org.jspecify.annotations.NullMarked;
