/** Request units by user, statement and plan, in windows: second, bucket and report tiers. */
@NullMarked
package dev.tollbooth.accounting.ru;

import org.jspecify.annotations.NullMarked;
