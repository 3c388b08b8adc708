/** The same tests on Spring Boot, where the starter accounts for the data source. */
@NullMarked
package dev.tollbooth.junit.orders.spring;

import org.jspecify.annotations.NullMarked;
