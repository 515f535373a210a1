package io.rafiki.trainer.report;

import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.MustacheException;
import com.github.mustachejava.reflect.Guard;
import com.github.mustachejava.reflect.MissingWrapper;
import com.github.mustachejava.reflect.ReflectionObjectHandler;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;

/** Renders the Mustache templates among this package's resources. A template fails if its data lack a name that it uses. */
final class Templates {

    private static final String FOLDER = "io/rafiki/trainer/report";

    private Templates() {}

    /**
     * A whole page.
     *
     * @param name of the template, which extends {@code layout.mustache}
     * @param page the template's data
     */
    static String page(String name, Object page) {
        return text(name, Assets.read(), page);
    }

    /**
     * A text.
     *
     * @param name of the template
     * @param data the template's data; a later one hides names of an earlier one
     */
    static String text(String name, Object... data) {
        StringWriter text = new StringWriter(100_000);
        factory().compile(name + ".mustache").execute(text, Arrays.asList(data));
        return text.toString();
    }

    private static DefaultMustacheFactory factory() {
        DefaultMustacheFactory factory = new DefaultMustacheFactory(FOLDER);
        factory.setObjectHandler(new ReflectionObjectHandler() {
            @Override
            protected MissingWrapper createMissingWrapper(String name, List<Guard> guards) {
                throw new MustacheException("expected data named " + name + ", found none");
            }
        });
        return factory;
    }
}
