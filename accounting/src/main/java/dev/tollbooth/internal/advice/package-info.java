/** Advice for an application, derived from its figures. */
@NullMarked
package dev.tollbooth.internal.advice;

import org.jspecify.annotations.NullMarked;
