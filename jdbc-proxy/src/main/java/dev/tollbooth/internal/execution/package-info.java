/** What is done around one execution: the funnel that all statements pass, and what it asks. */
@NullMarked
package dev.tollbooth.internal.execution;

import org.jspecify.annotations.NullMarked;
