/** Where request units come from: what all sources share. */
@NullMarked
package dev.tollbooth.internal.ru;

import org.jspecify.annotations.NullMarked;
