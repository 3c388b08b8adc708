/** Tests of the starter without an application; those with one are in dev.tollbooth.integration. */
@NullMarked
package dev.tollbooth.spring;

import org.jspecify.annotations.NullMarked;
