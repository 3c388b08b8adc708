/** The same on Spring Boot, whose data source the starter accounts. */
@NullMarked
package dev.tollbooth.junit.orders.spring;

import org.jspecify.annotations.NullMarked;
