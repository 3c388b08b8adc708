/** Spring Boot's beans that make an application's data sources accounted, and show the accounts. */
@NullMarked
package dev.tollbooth.spring;

import org.jspecify.annotations.NullMarked;
