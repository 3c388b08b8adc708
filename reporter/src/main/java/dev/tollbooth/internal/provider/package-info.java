/** Interfaces of optional modules that the engine finds by ServiceLoader: SQL tables and reports over gRPC. */
@NullMarked
package dev.tollbooth.internal.provider;

import org.jspecify.annotations.NullMarked;
