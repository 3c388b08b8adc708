/** Real database servers from Maven artifacts, each started once per JVM, on loopback and a free port. */
@NullMarked
package dev.tollbooth.integration.database;

import org.jspecify.annotations.NullMarked;
