package dev.tollbooth.cli;

import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.internal.control.NearestName;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The values of an option in lower case. An error for an unknown value suggests the nearest one.
 *
 * @param <E> an enum with one constant per value
 */
abstract class Words<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {

    /** The values of {@code top --by}. */
    static final class Orders extends Words<TopOrder> {
        Orders() {
            super(TopOrder.class);
        }

        @Override
        public TopOrder convert(String word) {
            return super.convert(ofColumn(word));
        }
    }

    /** The values of {@code memory --format}. */
    static final class MemoryFormats extends Words<MemoryCommand.Format> {
        MemoryFormats() {
            super(MemoryCommand.Format.class);
        }
    }

    private final List<E> constants;

    Words(Class<E> type) {
        this.constants = List.of(type.getEnumConstants());
    }

    @Override
    public E convert(String word) {
        String small = word.toLowerCase(Locale.ROOT);
        for (E constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(small)) {
                return constant;
            }
        }
        throw new TypeConversionException(word + allowed(word, words()));
    }

    private List<String> words() {
        return constants.stream()
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    @Override
    public Iterator<String> iterator() {
        return words().iterator();
    }

    /** Returns the order that a column's title names: {@code memory} for {@code allocated}, else the title itself. */
    static String ofColumn(String title) {
        return title.equalsIgnoreCase("allocated") ? "memory" : title;
    }

    /** Returns {@code ", did you mean X?"}, or an empty text if no allowed word is similar. */
    static String hint(String word, List<String> allowed) {
        String nearest = NearestName.of(word.toLowerCase(Locale.ROOT), allowed);
        return nearest == null ? "" : ", did you mean " + nearest + "?";
    }

    /** Returns the end of an error about an unknown word: the nearest allowed word, and all of them. */
    static String allowed(String word, List<String> allowed) {
        String hint = hint(word, allowed);
        return hint + (hint.isEmpty() ? ", " : " ") + "allowed are " + String.join(", ", allowed);
    }
}
