/** Spring Boot's starter: its switches and settings, and the application's Tollbooth instances. */
@NullMarked
package dev.tollbooth.spring;

import org.jspecify.annotations.NullMarked;
