/** What the engine finds by ServiceLoader, in modules of their own: SQL tables and reports over gRPC. */
@NullMarked
package dev.tollbooth.internal.provider;

import org.jspecify.annotations.NullMarked;
