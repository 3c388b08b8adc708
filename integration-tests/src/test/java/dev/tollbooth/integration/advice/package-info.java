/** Tests whether advice finds planted faults, and nothing in applications without one. */
@NullMarked
package dev.tollbooth.integration.advice;

import org.jspecify.annotations.NullMarked;
