package dev.tollbooth.spring.origin;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.TollboothInstances;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * A servlet filter that accounts a request's executions to the user whom Spring Security has authenticated. An
 * anonymous user does not count. The filter runs after those of Spring Security.
 *
 * <p>Thread-safe.
 */
final class PrincipalFilter implements Filter {

    private final TollboothInstances instances;

    PrincipalFilter(TollboothInstances instances) {
        this.instances = instances;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String user = user();
        if (user == null) {
            chain.doFilter(request, response);
            return;
        }
        try {
            as(user, instances.list().iterator(), () -> chain.doFilter(request, response));
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e); // a filter chain throws no other exception
        }
    }

    /** Runs the request as {@code user} in each of the remaining instances. */
    private static void as(String user, Iterator<Tollbooth> rest, Request request) throws Exception {
        if (rest.hasNext()) {
            rest.next().<Exception>asUser(user, () -> as(user, rest, request));
        } else {
            request.proceed();
        }
    }

    private static @Nullable String user() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        boolean known = authentication != null
                && authentication.isAuthenticated()
                && !(authentication instanceof AnonymousAuthenticationToken);
        return known ? authentication.getName() : null;
    }

    /** The remaining processing of a request. */
    private interface Request {
        void proceed() throws IOException, ServletException;
    }
}
