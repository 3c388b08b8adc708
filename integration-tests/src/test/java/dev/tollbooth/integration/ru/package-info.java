/** Tests of the costs of statements, as real servers report them. */
@NullMarked
package dev.tollbooth.integration.ru;

import org.jspecify.annotations.NullMarked;
