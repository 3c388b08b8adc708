package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireReader;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The login of a client, up to the proof that it knows the password. Not thread-safe. */
final class PostgresLogin {

    /**
     * The result of a login.
     *
     * @param user the user; empty for a request to cancel a statement
     * @param processId the number of the session whose statement is to be cancelled; 0 after a login
     * @param secret the secret that only the client of that session knows; 0 after a login
     */
    record Outcome(String user, int processId, int secret) {}

    private static final int VERSION_3 = 3;
    private static final int VERSION_3_0 = VERSION_3 << Short.SIZE;
    private static final int CANCEL = 80877102;
    private static final int TLS = 80877103;
    private static final int GSS = 80877104;
    private static final int MOST_QUESTIONS_BEFORE = 2;
    private static final int AUTHENTICATION_OK = 0;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;
    private static final int NONCE_BYTES = 18;
    private static final int LONGEST_SHOWN = 64;

    private final WireReader in;
    private final WireWriter out;
    private final PortUsers users;
    private final WrongPasswords wrongPasswords;

    PostgresLogin(WireReader in, WireWriter out, PortUsers users, WrongPasswords wrongPasswords) {
        this.in = in;
        this.out = out;
        this.users = users;
        this.wrongPasswords = wrongPasswords;
    }

    Outcome run() throws IOException, PostgresException, InterruptedException {
        WireMessage first = in.startup();
        int code = first.int32();
        for (int i = 0; i < MOST_QUESTIONS_BEFORE && isEncryptionAsked(code); i++) {
            out.refuseEncryption();
            first = in.startup();
            code = first.int32();
        }
        if (code == CANCEL) {
            return new Outcome("", first.int32(), first.int32());
        }
        if (code >> Short.SIZE != VERSION_3) {
            throw PostgresException.malformed("no protocol that is served here: version 3 is");
        }
        Map<String, String> parameters = parameters(first);
        String user = parameters.getOrDefault("user", "");
        if (user.isEmpty()) {
            throw PostgresException.fatal("28000", "no user name in the startup message");
        }
        negotiate(code, parameters);
        authenticate(user);
        checkDatabase(parameters.getOrDefault("database", user));
        out.begin('R').int32(AUTHENTICATION_OK).end();
        return new Outcome(user, 0, 0);
    }

    /** Returns whether {@code code} in a first message requests encryption. */
    static boolean isEncryptionAsked(int code) {
        return code == TLS || code == GSS;
    }

    private static Map<String, String> parameters(WireMessage startup) throws PostgresException {
        Map<String, String> parameters = new HashMap<>();
        for (String name = startup.text(); !name.isEmpty(); name = startup.text()) {
            parameters.put(name, startup.text());
        }
        return parameters;
    }

    /** Tells a client that requests a newer protocol or unknown options which version this port has. */
    private void negotiate(int version, Map<String, String> parameters) throws IOException {
        var unknown = parameters.keySet().stream()
                .filter(name -> name.startsWith("_pq_."))
                .toList();
        if (version == VERSION_3_0 && unknown.isEmpty()) {
            return;
        }
        out.begin('v').int32(VERSION_3_0).int32(unknown.size());
        unknown.forEach(out::text);
        out.end();
    }

    private void authenticate(String user) throws IOException, PostgresException, InterruptedException {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        ScramExchange exchange =
                new ScramExchange(users.secretOf(user), Base64.getEncoder().encodeToString(nonce));
        out.begin('R').int32(SASL).text(ScramExchange.MECHANISM).int8(0).end();
        out.flush();
        WireMessage first = answer();
        if (!first.text().equals(ScramExchange.MECHANISM)) {
            throw PostgresException.malformed("unsupported login method, use SCRAM-SHA-256");
        }
        ask(SASL_CONTINUE, exchange.first(utf8(first.bytes(first.int32()))));
        WireMessage last = answer();
        String proof = exchange.last(utf8(last.bytes(last.remaining())));
        if (proof == null) {
            Thread.sleep(wrongPasswords.next());
            throw PostgresException.fatal(
                    PostgresException.WRONG_PASSWORD,
                    "password authentication failed for user \"" + shown(user) + "\"");
        }
        out.begin('R')
                .int32(SASL_FINAL)
                .bytes(proof.getBytes(StandardCharsets.UTF_8))
                .end();
    }

    private WireMessage answer() throws IOException, PostgresException {
        WireMessage message = in.login();
        if (message.type() != 'p') {
            throw PostgresException.malformed("message of an unexpected type before the login");
        }
        return message;
    }

    private void ask(int what, String text) throws IOException {
        out.begin('R').int32(what).bytes(text.getBytes(StandardCharsets.UTF_8)).end();
        out.flush();
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void checkDatabase(@Nullable String database) throws PostgresException {
        if (!users.database().equals(database)) {
            throw PostgresException.fatal(
                    PostgresException.NO_DATABASE,
                    "database \"" + shown(String.valueOf(database)) + "\" does not exist; the only one is "
                            + users.database());
        }
    }

    private static String shown(String text) {
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
    }
}
