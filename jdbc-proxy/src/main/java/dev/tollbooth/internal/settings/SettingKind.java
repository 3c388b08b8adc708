package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.otlp.OtlpOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A kind of setting value, which parses values and describes the allowed ones. */
sealed interface SettingKind {

    /** Parses {@code text}; returns null if it is not of this kind. */
    @Nullable
    Object read(String text);

    /** Returns the allowed values, for an error message and the table of settings. */
    String allowed();

    /** Returns the number of decimal digits from {@code start} on, 0 for more than 12: no setting is that large. */
    private static int leadingDigits(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end - start > 12 ? 0 : end - start;
    }

    /** A flag: true or false, on or off. */
    record Flag() implements SettingKind {
        @Override
        public @Nullable Boolean read(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true", "on" -> true;
                case "false", "off" -> false;
                default -> null;
            };
        }

        @Override
        public String allowed() {
            return "on or off";
        }
    }

    /** A whole number within inclusive bounds. */
    record Whole(int min, int max) implements SettingKind {
        @Override
        public @Nullable Integer read(String text) {
            try {
                int value = Integer.parseInt(text);
                return value < min || value > max ? null : value;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public String allowed() {
            return "a whole number from " + min + " to " + max;
        }
    }

    /** A decimal number above 0; {@code orZero} allows 0, too. */
    record Factor(boolean orZero) implements SettingKind {
        @Override
        public @Nullable Double read(String text) {
            int digits = leadingDigits(text, 0);
            int end = digits;
            if (digits > 0 && digits < text.length() && text.charAt(digits) == '.') {
                int decimals = leadingDigits(text, digits + 1);
                end = decimals == 0 ? digits : digits + 1 + decimals;
            }
            if (digits == 0 || end < text.length()) {
                return null;
            }
            double value = Double.parseDouble(text);
            return value > 0 || orZero ? value : null;
        }

        @Override
        public String allowed() {
            return "a number " + (orZero ? "of 0 or more" : "above 0") + ", such as 2 or 0.5";
        }
    }

    /** A share, above 0 and up to 1. */
    record Share() implements SettingKind {
        private static final Factor NUMBER = new Factor(false);

        @Override
        public @Nullable Double read(String text) {
            Double value = NUMBER.read(text);
            return value == null || value > 1 ? null : value;
        }

        @Override
        public String allowed() {
            return "a share above 0 and up to 1, such as 0.1";
        }
    }

    /** A regular expression that finds request units in a text. */
    record WarningPattern() implements SettingKind {
        @Override
        public @Nullable String read(String text) {
            try {
                return Pattern.compile(text).matcher("").groupCount() == 0 ? null : text;
            } catch (PatternSyntaxException e) {
                return null; // the caller reports the allowed values
            }
        }

        @Override
        public String allowed() {
            return "a regular expression with a group around the number, or groups named rru, wru or plan";
        }
    }

    /** A number of bytes within bounds, with the unit KB, MB or GB (powers of 1024), or perhaps off. */
    record Bytes(long min, long max, boolean orOff) implements SettingKind {

        /** The value of "off", larger than any size. */
        static final long OFF = Long.MAX_VALUE;

        Bytes(long min, long max) {
            this(min, max, false);
        }

        @Override
        public @Nullable Long read(String text) {
            if (orOff && text.equalsIgnoreCase("off")) {
                return OFF;
            }
            int digits = leadingDigits(text, 0);
            long factor = digits == 0
                    ? 0
                    : switch (text.substring(digits).stripLeading().toUpperCase(Locale.ROOT)) {
                        case "", "B" -> 1L;
                        case "KB" -> 1L << 10;
                        case "MB" -> 1L << 20;
                        case "GB" -> 1L << 30;
                        default -> 0;
                    };
            if (factor == 0) {
                return null;
            }
            long value = Long.parseLong(text.substring(0, digits)) * factor;
            return value < min || value > max ? null : value;
        }

        @Override
        public String allowed() {
            return "bytes from " + show(min) + " to " + show(max) + ", such as 512KB or 8MB"
                    + (orOff ? ", or off" : "");
        }

        private static String show(long bytes) {
            if (bytes % (1L << 30) == 0) {
                return (bytes >> 30) + "GB";
            } else if (bytes % (1L << 20) == 0) {
                return (bytes >> 20) + "MB";
            }
            return bytes % (1L << 10) == 0 ? (bytes >> 10) + "KB" : bytes + "B";
        }
    }

    /** A time in nanoseconds, written as a number with the unit ms, s, m, h or d, or perhaps off. */
    record Time(boolean orOff) implements SettingKind {
        private static final int MAX_DIGITS = 9;

        /** The value of "off", longer than any time. */
        static final long OFF = Long.MAX_VALUE;

        @Override
        public @Nullable Long read(String text) {
            if (orOff && text.equalsIgnoreCase("off")) {
                return OFF;
            }
            int digits = leadingDigits(text, 0);
            long millis = digits == 0 || digits > MAX_DIGITS
                    ? 0
                    : switch (text.substring(digits).stripLeading().toLowerCase(Locale.ROOT)) {
                        case "ms" -> 1L;
                        case "s" -> 1_000L;
                        case "m" -> 60_000L;
                        case "h" -> 3_600_000L;
                        case "d" -> 86_400_000L;
                        default -> 0;
                    };
            if (millis == 0) {
                return null;
            }
            long value = Long.parseLong(text.substring(0, digits)) * millis;
            return value <= 0 || value > 9_000_000_000_000L ? null : value * 1_000_000L;
        }

        @Override
        public String allowed() {
            return "a time above 0 such as 20ms, 60s, 5m or 1d" + (orOff ? ", or off" : "");
        }
    }

    /** A word out of a list. */
    record Choice(List<String> words) implements SettingKind {
        public Choice {
            words = List.copyOf(words);
        }

        @Override
        public @Nullable String read(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            return words.contains(lower) ? lower : null;
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", words);
        }
    }

    /** A text that matches a regular expression. */
    record Text(String form, String allowed) implements SettingKind {
        @Override
        public @Nullable String read(String text) {
            return Pattern.matches(form, text) ? text : null;
        }
    }

    /** A host or address, and a port after a colon. */
    record HostAndPort() implements SettingKind {
        private static final Whole PORT = new Whole(1, 65_535);

        @Override
        public @Nullable String read(String text) {
            int colon = text.lastIndexOf(':');
            boolean valid = colon > 0
                    && Pattern.matches("[A-Za-z0-9.\\[\\]:_-]{1,255}", text.substring(0, colon))
                    && leadingDigits(text, colon + 1) == text.length() - colon - 1
                    && PORT.read(text.substring(colon + 1)) != null;
            return valid ? text : null;
        }

        @Override
        public String allowed() {
            return "host:port, the port from 1 to 65535";
        }
    }

    /** A URL with http or https. */
    record HttpUrl() implements SettingKind {
        @Override
        public @Nullable String read(String text) {
            try {
                OtlpOptions.endpoint(text);
                return text;
            } catch (IllegalArgumentException e) {
                return null; // the caller reports the allowed values
            }
        }

        @Override
        public String allowed() {
            return "http://host:port/path or https://, perhaps with #by=digest&top=1000 behind it";
        }
    }

    /** A password or token, which is never shown. */
    record Secret(int maxLength) implements SettingKind {
        @Override
        public @Nullable String read(String text) {
            return Pattern.matches("\\P{Cntrl}{1," + maxLength + "}", text) ? text : null;
        }

        @Override
        public String allowed() {
            return "1 to " + maxLength + " characters, no control characters";
        }
    }

    /**
     * A port to listen on, or off; with {@code anyHost} perhaps after a host and a colon.
     *
     * @param anyHost whether a host may be named; loopback otherwise
     */
    record Listen(boolean anyHost) implements SettingKind {
        private static final HostAndPort WITH_HOST = new HostAndPort();

        @Override
        public @Nullable ListenAddress read(String text) {
            if (text.equalsIgnoreCase("off")) {
                return ListenAddress.OFF;
            }
            String whole = text.indexOf(':') < 0 ? ListenAddress.LOOPBACK + ":" + text : anyHost ? text : "";
            if (WITH_HOST.read(whole) == null) {
                return null;
            }
            int colon = whole.lastIndexOf(':');
            return new ListenAddress(whole.substring(0, colon), Integer.parseInt(whole.substring(colon + 1)));
        }

        @Override
        public String allowed() {
            return (anyHost ? "a port or host:port, " : "a port, ") + "from 1 to 65535, or off";
        }
    }

    /**
     * Several named values in one: {@code name:value,name:value}, in any order, each at most once.
     *
     * @param parts the allowed names and kinds; no value contains a comma
     */
    record Parts(List<Part> parts) implements SettingKind {

        /** A name and the kind of its value. */
        record Part(String name, SettingKind kind) {}

        public Parts {
            parts = List.copyOf(parts);
        }

        @Override
        public @Nullable Map<String, Object> read(String text) {
            Map<String, Object> values = new TreeMap<>();
            for (String given : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                int colon = given.indexOf(':');
                SettingKind kind =
                        colon < 0 ? null : kind(given.substring(0, colon).strip());
                Object value = kind == null
                        ? null
                        : kind.read(given.substring(colon + 1).strip());
                if (value == null || values.put(given.substring(0, colon).strip(), value) != null) {
                    return null;
                }
            }
            return values;
        }

        private @Nullable SettingKind kind(String name) {
            for (Part part : parts) {
                if (part.name.equals(name)) {
                    return part.kind;
                }
            }
            return null;
        }

        @Override
        public String allowed() {
            StringBuilder text = new StringBuilder("name:value with commas between them, each name once");
            for (Part part : parts) {
                text.append("; ").append(part.name).append(": ").append(part.kind.allowed());
            }
            return text.toString();
        }
    }
}
