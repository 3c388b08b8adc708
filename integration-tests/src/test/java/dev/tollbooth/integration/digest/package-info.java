/** Digests beside what the servers say of the same statements. */
@NullMarked
package dev.tollbooth.integration.digest;

import org.jspecify.annotations.NullMarked;
