/** Applications with Jakarta Persistence; {@code OtherVersion} loads them again beside the older version of Hibernate. */
@NullMarked
package dev.tollbooth.integration.compatibility.jpa;

import org.jspecify.annotations.NullMarked;
