package dev.tollbooth.servlet;

import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters that an application sets for a filter. */
record Parameters(Map<String, String> values) implements FilterConfig {

    @Override
    public String getFilterName() {
        return "tollbooth";
    }

    @Override
    public ServletContext getServletContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return values.get(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(values.keySet());
    }
}
