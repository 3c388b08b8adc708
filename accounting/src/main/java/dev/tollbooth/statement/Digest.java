package dev.tollbooth.statement;

/**
 * The identity of a statement's shape: the SHA-256 of the UTF-8 bytes of its normalized text.
 *
 * <p>Two digests are equal if their 32 bytes are equal. Thread-safe: a caller can't change a digest.
 */
public interface Digest {

    /** {@return the hash alone, without the text} */
    Sha256 sha256();

    /** {@return the hash as 64 hexadecimal digits in lower case, as TiDB shows it} */
    String hex();

    /** {@return the normalized text; a long one is cut and marked with an ellipsis} */
    String text();

    /**
     * {@return a short name for people by OpenTelemetry's convention, such as {@code SELECT orders}: at most 255
     * characters}
     */
    String summary();
}
