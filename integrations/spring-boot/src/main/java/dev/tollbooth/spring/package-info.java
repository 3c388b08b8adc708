/** The starter for Spring Boot: its switches and settings, and the application's Tollbooth instances. */
@NullMarked
package dev.tollbooth.spring;

import org.jspecify.annotations.NullMarked;
