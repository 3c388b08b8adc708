package dev.tollbooth.spring.origin;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * A configuration that accounts statements to the user of Spring Security, unless {@code tollbooth.spring.user} is off.
 */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({SecurityContextHolder.class, Filter.class, FilterRegistrationBean.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch(StarterSettings.USER)
public class TollboothSecurityAutoConfiguration {

    /** The order of Spring Security's filters, unless the application sets another. */
    private static final int SECURITY_ORDER = -100;

    TollboothSecurityAutoConfiguration() {}

    @Bean
    FilterRegistrationBean<PrincipalFilter> tollboothPrincipalFilter(
            TollboothInstances instances, Environment environment) {
        FilterRegistrationBean<PrincipalFilter> filter = new FilterRegistrationBean<>(new PrincipalFilter(instances));
        filter.setOrder(securityOrder(environment) + 1);
        filter.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        filter.setAsyncSupported(true);
        return filter;
    }

    private static int securityOrder(Environment environment) {
        try {
            return environment.getProperty("spring.security.filter.order", Integer.class, SECURITY_ORDER);
        } catch (RuntimeException e) {
            return SECURITY_ORDER; // Spring Security reports it
        }
    }

    /**
     * A servlet filter that accounts a request's executions to the user whom Spring Security has authenticated. An
     * anonymous user does not count. The filter runs after those of Spring Security.
     *
     * <p>Thread-safe.
     */
    static final class PrincipalFilter implements Filter {

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
}
