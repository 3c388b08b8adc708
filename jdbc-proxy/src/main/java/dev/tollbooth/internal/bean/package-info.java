/** Data sources that are described by properties, as pools, containers and JNDI do, in place of a constructor. */
@NullMarked
package dev.tollbooth.internal.bean;

import org.jspecify.annotations.NullMarked;
