package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;
import dev.tollbooth.spring.TollboothAutoConfiguration;
import dev.tollbooth.spring.TollboothInstances;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A configuration that sets the handler of a request as the origin, unless a setting switches that off. */
@AutoConfiguration(after = TollboothAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({WebMvcConfigurer.class, AsyncHandlerInterceptor.class})
@ConditionalOnBean(TollboothInstances.class)
@OnSwitch({StarterSettings.ORIGIN, StarterSettings.HANDLER_ORIGIN})
public class TollboothOriginAutoConfiguration {

    TollboothOriginAutoConfiguration() {}

    @Bean
    static WebMvcConfigurer tollboothHandlerOrigins(TollboothInstances instances) {
        HandlerOrigins origins = new HandlerOrigins(instances);
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(origins).order(Ordered.HIGHEST_PRECEDENCE);
            }
        };
    }

    /**
     * An interceptor that sets the pattern of a request's handler as the origin of the request's executions: {@code GET
     * /orders/{id}}. Executions in servlet filters have no origin.
     *
     * <p>Thread-safe: a request keeps its scopes, and each ends on the thread that it began on.
     */
    static final class HandlerOrigins implements AsyncHandlerInterceptor {

        private static final String SCOPES = HandlerOrigins.class.getName();

        private final TollboothInstances instances;

        HandlerOrigins(TollboothInstances instances) {
            this.instances = instances;
        }

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            OriginScopes opened = pattern == null
                    ? OriginScopes.none()
                    : OriginScopes.enter(instances.list(), request.getMethod() + " " + pattern);
            // a stack, because the handler of the outer request continues after an included request
            scopes(request).push(opened);
            return true;
        }

        @SuppressWarnings("unchecked")
        private static Deque<OriginScopes> scopes(HttpServletRequest request) {
            Deque<OriginScopes> known = (Deque<OriginScopes>) request.getAttribute(SCOPES);
            if (known == null) {
                known = new ArrayDeque<>();
                request.setAttribute(SCOPES, known);
            }
            return known;
        }

        /**
         * Ends the scope, because the handler continues on another thread. Spring calls {@link #preHandle} again when
         * the result is there.
         */
        @Override
        public void afterConcurrentHandlingStarted(
                HttpServletRequest request, HttpServletResponse response, Object handler) {
            leave(request);
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
            leave(request);
        }

        private static void leave(HttpServletRequest request) {
            OriginScopes opened = scopes(request).poll();
            if (opened != null) {
                opened.close();
            }
        }
    }
}
