package dev.tollbooth.jdbc;

/**
 * How much memory the accounts may take, and whose statements' memory is measured.
 *
 * @param limitBytes the most bytes of all accounts
 * @param clientBytes {@code all}, {@code sampled} or {@code off}: the executions whose allocation is read
 */
public record MemorySettings(long limitBytes, String clientBytes) {

    static MemorySettings of(SettingsLoader from) {
        return new MemorySettings(
                from.value(Setting.MEMORY_LIMIT, Long.class), from.value(Setting.MEMORY_CLIENT_BYTES, String.class));
    }
}
