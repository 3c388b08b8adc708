package dev.tollbooth.jdbc;

import dev.tollbooth.internal.instance.Instance;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.instance.Version;
import dev.tollbooth.internal.settings.ConnectionProperties;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.settings.TollboothUrl;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.internal.settings.UrlSettings;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The driver of {@code jdbc:tollbooth:X}. It connects with the driver of {@code jdbc:X} and accounts for every
 * statement. The URL {@code jdbc:tollbooth:performance_schema} opens the SQL tables.
 *
 * <p>Thread-safe: it has no state. The instances that it uses end with its deregistration.
 */
public final class TollboothDriver implements Driver {

    static {
        try {
            DriverManager.registerDriver(new TollboothDriver(), Instances.ofDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes a driver, for pools that construct it by class name. */
    public TollboothDriver() {}

    /** Returns the driver's own instances, which end when the registration of this class is removed. */
    static Instances instances() {
        return Instances.ofDriver();
    }

    @Override
    public boolean acceptsURL(@Nullable String url) {
        return TollboothUrl.isOurs(url);
    }

    @Override
    public @Nullable Connection connect(@Nullable String url, @Nullable Properties info) throws SQLException {
        if (url == null || !TollboothUrl.isOurs(url)) {
            return null;
        }
        ConnectionProperties properties = ConnectionProperties.split(info);
        UrlSettings inUrl = UrlSettings.take(url);
        TypedSettings settings = new TypedSettings(properties.settings(), inUrl.values(), inUrl.fault());
        if (TollboothUrl.isSqlTables(inUrl.url())) {
            return shown(settings).sqlTables().connect();
        }
        TollboothUrl parsed = TollboothUrl.parse(inUrl.url());
        try {
            return instances()
                    .connect(
                            settings,
                            () -> DriverLookup.connect(parsed, properties.driver()),
                            properties.user(),
                            properties.namingSchema(parsed.delegateUrl()));
        } catch (SettingsException e) {
            throw refused(e);
        }
    }

    private static Instance shown(TypedSettings settings) throws SQLException {
        try {
            return instances().shown(settings);
        } catch (SettingsException e) {
            throw refused(e);
        }
    }

    private static SQLException refused(SettingsException e) {
        return new SQLException(e.getMessage(), "08001", e);
    }

    /** Returns the properties of the driver behind the URL, then Tollbooth's own settings. */
    @Override
    public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info) throws SQLException {
        DriverPropertyInfo[] own = Settings.propertyInfo();
        if (url == null || !TollboothUrl.isOurs(url)) {
            return own;
        }
        String bare = UrlSettings.take(url).url();
        if (TollboothUrl.isSqlTables(bare)) {
            return own;
        }
        TollboothUrl parsed = TollboothUrl.parse(bare);
        DriverPropertyInfo[] theirs = DriverLookup.accepting(parsed)
                .getPropertyInfo(
                        parsed.delegateUrl(), ConnectionProperties.split(info).driver());
        int count = theirs == null ? 0 : theirs.length;
        DriverPropertyInfo[] all = new DriverPropertyInfo[count + own.length];
        if (theirs != null) {
            System.arraycopy(theirs, 0, all, 0, count);
        }
        System.arraycopy(own, 0, all, count, own.length);
        return all;
    }

    @Override
    public int getMajorVersion() {
        return Version.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return Version.MINOR;
    }

    /** Returns false, because SQL-92 support depends on the driver behind the URL. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return Logger.getLogger("dev.tollbooth");
    }
}
