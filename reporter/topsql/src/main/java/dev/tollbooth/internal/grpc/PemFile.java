package dev.tollbooth.internal.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;

/**
 * The content of a PEM file that a setting names. If the file is invalid, an {@link IllegalStateException} names
 * setting and file.
 *
 * <p>Thread-safe: immutable.
 */
final class PemFile {

    private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String END_KEY = "-----END PRIVATE KEY-----";

    private final String shown;
    private final byte[] content;

    private PemFile(String shown, byte[] content) {
        this.shown = shown;
        this.content = content;
    }

    static PemFile read(String setting, String file) {
        String shown = setting + file;
        try {
            return new PemFile(shown, Files.readAllBytes(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalStateException(
                    "PEM file can't be read: " + shown + ", exception="
                            + e.getClass().getName() + "; give a file that this process may read",
                    e);
        }
    }

    /** Returns the certificates in the file, at least one. */
    Collection<? extends Certificate> certificates() {
        CertificateException cause = null;
        try {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(content());
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            cause = e;
        }
        throw new IllegalStateException("no PEM certificate: " + shown + "; give a file of X.509 certificates", cause);
    }

    /** Checks that this file has the private key of the first certificate in {@code certificates}. */
    void checkKeyOf(PemFile certificates) {
        PublicKey expected = certificates.certificates().iterator().next().getPublicKey();
        boolean fits;
        try {
            fits = fits(key(expected.getAlgorithm()), expected);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "no PEM key of the certificate's kind, " + expected.getAlgorithm() + ": " + shown
                            + "; give an unencrypted PKCS#8 key, as \"openssl pkcs8 -topk8 -nocrypt\" writes it",
                    e);
        }
        if (!fits) {
            throw new IllegalStateException("key of another certificate: " + shown + ", " + certificates.shown
                    + "; give two that belong together");
        }
    }

    private PrivateKey key(String algorithm) throws GeneralSecurityException {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(BEGIN_KEY);
        int end = text.indexOf(END_KEY);
        if (begin < 0 || end < begin) {
            throw new GeneralSecurityException("no line " + BEGIN_KEY);
        }
        byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN_KEY.length(), end));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /**
     * Returns whether the public key verifies a signature of the private key. Returns true for keys that are neither
     * RSA nor EC.
     */
    private static boolean fits(PrivateKey key, PublicKey expected) throws GeneralSecurityException {
        String algorithm = switch (expected.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "";
        };
        if (algorithm.isEmpty()) {
            return true;
        }
        byte[] text = {1};
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(text);
        byte[] signature = signing.sign();
        signing.initVerify(expected);
        signing.update(text);
        return signing.verify(signature);
    }

    /** Returns the file's bytes as a stream. */
    ByteArrayInputStream content() {
        return new ByteArrayInputStream(content);
    }
}
