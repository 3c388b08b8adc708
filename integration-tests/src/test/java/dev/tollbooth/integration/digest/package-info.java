/** Tests that compare digests with the servers' own texts of the same statements. */
@NullMarked
package dev.tollbooth.integration.digest;

import org.jspecify.annotations.NullMarked;
