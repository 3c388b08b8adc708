/** What an application does with Jakarta Persistence; loaded once more by {@code SecondLine}, beside Hibernate's line before. */
@NullMarked
package dev.tollbooth.integration.compatibility.jpa;

import org.jspecify.annotations.NullMarked;
