/** SQL text to a digest: what names a statement's shape. */
@NullMarked
package dev.tollbooth.accounting.digest;

import org.jspecify.annotations.NullMarked;
