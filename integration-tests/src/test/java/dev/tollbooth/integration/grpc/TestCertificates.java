package dev.tollbooth.integration.grpc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** PEM files of certificates and their authorities, made by the JDK's keytool in one directory. */
final class TestCertificates {

    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final Path store;

    TestCertificates(Path directory) {
        this.directory = directory;
        this.store = directory.resolve("all.p12");
    }

    /** Makes an authority; its certificate is in NAME.pem. */
    TestCertificates authority(String name) throws IOException, InterruptedException, GeneralSecurityException {
        keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:critical=ca:true");
        write(name + ".pem", certificate(name));
        return this;
    }

    /** Makes a certificate for {@code names}, such as {@code dns:localhost}, in NAME.pem; its key is in NAME.key. */
    TestCertificates certificate(String name, String authority, String algorithm, String names)
            throws IOException, InterruptedException, GeneralSecurityException {
        String subject = "CN=" + name;
        String extension = "san=" + names;
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                algorithm,
                "-dname",
                subject,
                "-signer",
                authority,
                "-ext",
                extension);
        write(name + ".pem", certificate(name));
        write(
                name + ".key",
                pem("PRIVATE KEY", keys().getKey(name, PASSWORD.toCharArray()).getEncoded()));
        return this;
    }

    /** Returns the path of a file in the directory, whether it exists or not. */
    String file(String name) {
        return directory.resolve(name).toString();
    }

    /** Writes another file to the directory. */
    String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private String certificate(String alias) throws IOException, GeneralSecurityException {
        return pem("CERTIFICATE", keys().getCertificate(alias).getEncoded());
    }

    private static String pem(String kind, byte[] encoded) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(encoded);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-Xshare:auto",
                "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-validity", "2"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool " + arguments[0] + ": " + said);
        }
    }
}
