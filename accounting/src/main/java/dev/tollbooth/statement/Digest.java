package dev.tollbooth.statement;

/**
 * The name of a statement's shape: the SHA-256 of the UTF-8 bytes of its normalized text.
 *
 * <p>Two are equal if their 32 bytes are; text and summary are for people. Thread-safe: immutable as far as it shows.
 */
public interface Digest {

    /** {@return the hash alone, without the text} */
    Sha256 sha256();

    /** {@return 64 hexadecimal digits in lower case, as TiDB shows it} */
    String hex();

    /** {@return the normalized text, cut where it is long and then marked with an ellipsis} */
    String text();

    /** {@return a short name for people by OpenTelemetry's convention, such as {@code SELECT orders}: at most 255 characters} */
    String summary();
}
