package dev.tollbooth.servlet;

import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.Tollbooth;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A servlet filter that sets the mapping of a request's servlet as the origin of the request's executions, such as
 * {@code GET /shop/orders/*}, and accounts them to the request's user. It has no effect on executions on other threads.
 *
 * <p>Its parameters are {@code origin} and {@code user}, each {@code on} or {@code off}, and settings of Tollbooth. The
 * settings choose the instance, as in a URL.
 *
 * <p>Thread-safe once it is initialized.
 */
public final class TollboothFilter implements Filter {

    private static final String ORIGIN = "origin";
    private static final String USER = "user";
    private static final String SETTING = "tollbooth.";

    /** The standard methods. Other methods are not used as names, because clients can invent them without limit. */
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE");

    private @Nullable Tollbooth tollbooth;
    private boolean namesOrigins = true;
    private boolean namesUsers = true;

    /** Makes a filter whose parameters choose the instance, as for {@link Tollbooth#shared(Map)}. */
    public TollboothFilter() {}

    /**
     * Makes a filter that uses an instance of the caller.
     *
     * @param tollbooth the instance, which stays open
     */
    public TollboothFilter(Tollbooth tollbooth) {
        this.tollbooth = tollbooth;
    }

    /**
     * Reads the parameters of the filter.
     *
     * @param config the filter's configuration
     * @throws ServletException if a parameter is unknown or its value is invalid; the message has the name, the value,
     *     and the allowed values
     */
    @Override
    public void init(FilterConfig config) throws ServletException {
        Map<String, String> settings = new HashMap<>();
        for (String name : Collections.list(config.getInitParameterNames())) {
            String value = config.getInitParameter(name);
            if (name.equals(ORIGIN)) {
                namesOrigins = isOn(name, value);
            } else if (name.equals(USER)) {
                namesUsers = isOn(name, value);
            } else if (name.startsWith(SETTING) && tollbooth == null) {
                settings.put(name, value);
            } else {
                throw new ServletException("unknown parameter of TollboothFilter: " + name + "; it has " + ORIGIN + ", "
                        + USER + ", and Tollbooth's settings where it is not made for one instance");
            }
        }
        try {
            tollbooth = tollbooth == null ? Tollbooth.shared(settings) : tollbooth;
        } catch (SettingsException e) {
            throw new ServletException(e);
        }
    }

    private static boolean isOn(String name, String value) throws ServletException {
        return switch (value) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default ->
                throw new ServletException("bad parameter of TollboothFilter: " + name + "=" + value + "; on or off");
        };
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Tollbooth accounts = tollbooth;
        if (accounts == null || !(request instanceof HttpServletRequest http)) {
            chain.doFilter(request, response);
            return;
        }
        try {
            named(accounts, http, () -> asUser(accounts, http, () -> chain.doFilter(request, response)));
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e); // a filter chain throws no other exception
        }
    }

    /**
     * Sets the origin of a request, unless it has one already. An error page or an included request keeps the origin of
     * the outer request.
     */
    private void named(Tollbooth accounts, HttpServletRequest request, Request rest) throws Exception {
        if (namesOrigins && accounts.origin().isEmpty()) {
            accounts.<Exception>withOrigin(name(request), rest::proceed);
        } else {
            rest.proceed();
        }
    }

    private void asUser(Tollbooth accounts, HttpServletRequest request, Request rest) throws Exception {
        Principal user = namesUsers ? request.getUserPrincipal() : null;
        String name = user == null ? null : user.getName();
        if (name == null || name.isEmpty()) {
            rest.proceed();
        } else {
            accounts.<Exception>asUser(name, rest::proceed);
        }
    }

    private static String name(HttpServletRequest request) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
        String pattern = request.getHttpServletMapping().getPattern();
        return method + " " + request.getContextPath() + (pattern.isEmpty() ? "/" : pattern);
    }

    /** The remaining processing of a request. */
    private interface Request {
        void proceed() throws Exception;
    }
}
