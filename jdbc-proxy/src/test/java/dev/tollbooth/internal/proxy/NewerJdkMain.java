package dev.tollbooth.internal.proxy;

import dev.tollbooth.jdbc.Tollbooth;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;

/** A program that calls the methods which {@link NewerJdkTest} added to {@code java.sql}, in a JVM of its own. */
final class NewerJdkMain {

    private NewerJdkMain() {}

    public static void main(String[] args) throws Exception {
        Object statement = Proxy.newProxyInstance(
                NewerJdkMain.class.getClassLoader(),
                new Class<?>[] {Statement.class},
                (self, method, arguments) ->
                        method.getName().equals("addedToo") ? 42L : DriverStub.defaultAnswer(method.getReturnType()));
        Object metaData = new DriverStub(java.sql.DatabaseMetaData.class).object;
        Object connection = Proxy.newProxyInstance(
                NewerJdkMain.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "addedLater" -> method.getName() + "(" + arguments[0] + "," + arguments[1] + ")";
                    case "createStatement" -> statement;
                    case "getMetaData" -> metaData;
                    default -> DriverStub.defaultAnswer(method.getReturnType());
                });
        DataSource source = (DataSource) Proxy.newProxyInstance(
                NewerJdkMain.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> connection);
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build()) {
            Connection proxy = tollbooth.wrap(source).getConnection();
            Object later = Connection.class
                    .getMethod("addedLater", String.class, int.class)
                    .invoke(proxy, "x", 7);
            System.out.println("addedLater=" + later);
            Object too = Statement.class.getMethod("addedToo").invoke(proxy.createStatement());
            System.out.println("addedToo=" + too);
        }
    }
}
