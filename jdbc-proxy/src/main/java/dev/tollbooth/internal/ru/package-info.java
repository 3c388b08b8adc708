/**
 * Sources of request units: the interfaces and types that all of them share.
 *
 * <p>A source is an {@code InternalRuSource} with an {@code InternalRuReader} for each connection and one line in
 * {@code META-INF/services}. {@code RuSources} adapts a {@code RuSource} from the class path, and takes the source that
 * {@code ru.source} names. With {@code auto}, {@code FirstRuReader} asks all passive sources and takes the first
 * answer. A silent reader ({@code InternalRuReader.isSilent}) waits for a first warning, and is not called for an
 * execution without warnings.
 *
 * <p>A reading is known, unknown or off, and names its source. It comes with the end of the execution, with the end of
 * its result, or later. A late reading ({@code LateReading}) is a separate entry, counted in the account of its
 * execution. If a server may report request units, they are not estimated meanwhile.
 */
@NullMarked
package dev.tollbooth.internal.ru;

import org.jspecify.annotations.NullMarked;
