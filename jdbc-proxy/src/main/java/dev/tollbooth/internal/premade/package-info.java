/** Filled by the build: proxies that declare the interfaces of some drivers, for native images. */
@NullMarked
package dev.tollbooth.internal.premade;

import org.jspecify.annotations.NullMarked;
