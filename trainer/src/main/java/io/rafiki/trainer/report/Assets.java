package io.rafiki.trainer.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Style and script of every page. A page contains them, so that it needs no other file and no network.
 *
 * @param style CSS
 * @param script uPlot with its licence, and the drawing of charts
 */
record Assets(String style, String script) {

    private static final String UPLOT = "/META-INF/resources/webjars/uplot/";
    private static final String UPLOT_VERSION = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    static Assets read() {
        String uplot = UPLOT + uplotVersion();
        return new Assets(
                text(uplot + "/dist/uPlot.min.css") + "\n" + text("page.css"),
                "/*\n" + text(uplot + "/LICENSE") + "\n*/\n" + text("resolution.js")
                        + text(uplot + "/dist/uPlot.iife.min.js") + "\n" + text("charts.js"));
    }

    private static String uplotVersion() {
        Properties properties = new Properties();
        try (InputStream file = open(UPLOT_VERSION)) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String text(String resource) {
        try (InputStream file = open(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream file = Assets.class.getResourceAsStream(resource);
        if (file == null) {
            throw new IOException(resource + ": expected on the class path, found nothing");
        }
        return file;
    }
}
