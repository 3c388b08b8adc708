package com.example.web;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.management.ObjectName;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat with two applications, each with a driver of its own. It sends ten requests to each, then waits for a line
 * of input.
 */
public final class WebServer {

    private WebServer() {}

    public static void main(String[] args) throws Exception {
        Path base = Path.of(args[0]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        for (String name : new String[] {"one", "two"}) {
            tomcat.addWebapp("/" + name, base.resolve("apps").resolve(name).toString());
        }
        tomcat.getConnector();
        tomcat.start();
        Set<String> answers = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            URI uri = URI.create("http://localhost:" + tomcat.getConnector().getLocalPort()
                    + (i % 2 == 0 ? "/one" : "/two") + "/songs");
            answers.add(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body());
        }
        // the MBeans are registered within a second after the first connection
        ObjectName accounts = new ObjectName("dev.tollbooth:type=Statements,*");
        while (ManagementFactory.getPlatformMBeanServer()
                .queryNames(accounts, null)
                .isEmpty()) {
            Thread.sleep(20);
        }
        System.out.println("answers=" + answers.size());
        System.in.read();
        tomcat.stop();
    }
}
