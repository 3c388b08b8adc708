/** Accounting for data sources: by the URL of a pool that has not started, else by a wrapper around the bean. */
@NullMarked
package dev.tollbooth.spring.datasource;

import org.jspecify.annotations.NullMarked;
