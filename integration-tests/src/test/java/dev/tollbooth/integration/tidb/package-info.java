/** A stand-in for a TiDB server, which speaks its protocol and behaves as its documents say, and what is tested with it. */
@NullMarked
package dev.tollbooth.integration.tidb;

import org.jspecify.annotations.NullMarked;
