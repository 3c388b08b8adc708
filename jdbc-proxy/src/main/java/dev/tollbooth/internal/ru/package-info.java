/**
 * Sources of request units: the interfaces and types that all of them share.
 *
 * <p>A source is a {@code InternalRuSource} with a {@code InternalRuReader} for each connection and one line in {@code
 * META-INF/services}; {@code OutsideRuSource} adapts a {@code RuSource} of others. {@code RuSources} takes the one that
 * {@code ru.source} names. With {@code auto}, {@code FirstRuReader} asks all passive sources and believes the first
 * that says something. A reader that waits for a first warning is not called for an execution without one ({@code
 * InternalRuReader.isSilent}).
 *
 * <p>A reading is known, unknown or off, and names its source. It comes with the end of the execution, with the end of
 * its result, or later ({@code LateReading}); a late one is an entry of its own, counted in the account of its
 * execution. Where a server may tell, nothing is estimated meanwhile.
 */
@NullMarked
package dev.tollbooth.internal.ru;

import org.jspecify.annotations.NullMarked;
