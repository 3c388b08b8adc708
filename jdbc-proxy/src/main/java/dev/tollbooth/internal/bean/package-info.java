/** Data sources that pools, containers and JNDI configure by properties instead of a constructor. */
@NullMarked
package dev.tollbooth.internal.bean;

import org.jspecify.annotations.NullMarked;
