/**
 * A replacement for a TiDB server, which speaks its protocol and behaves like its documents, and the tests that use it.
 */
@NullMarked
package dev.tollbooth.integration.tidb;

import org.jspecify.annotations.NullMarked;
