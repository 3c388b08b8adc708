package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.TollboothInstances;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * An interceptor that sets the pattern of a request's handler as the origin of the request's executions: {@code GET
 * /orders/{id}}. Executions in servlet filters have no origin.
 *
 * <p>Thread-safe: a request keeps its scopes, and each ends on the thread that it began on.
 */
final class HandlerOrigins implements AsyncHandlerInterceptor {

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
     * Ends the scope, because the handler continues on another thread. Spring calls {@link #preHandle} again when the
     * result is there.
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
