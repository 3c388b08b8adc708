/** Completes the JDBC proxies at build time; nothing of it is in the jar that users take. */
@NullMarked
package dev.tollbooth.weaver;

import org.jspecify.annotations.NullMarked;
