package io.rafiki.reason;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every reason has one template, every template one reason, and placeholders name components that exist. */
class ReasonTextTest {

    private static final Pattern VALUE = Pattern.compile("\\{([\\w.]+)(?::[^}]+)?\\}");
    private static final int MAX_WORDS = 25;
    private static final List<Class<?>> REASONS = reasons();

    private static List<Class<?>> reasons() {
        List<Class<?>> found = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.rafiki")) {
            if (type.isAssignableTo(Reason.class)
                    && type.isRecord()
                    && !type.isEquivalentTo(RecordedReason.class)
                    && !type.getName().contains("Test$")) {
                found.add(type.reflect());
            }
        }
        return found;
    }

    /** Without those of {@link ReasonTest}. */
    private static Map<String, String> templates() {
        Map<String, String> templates = new TreeMap<>(ReasonText.templates());
        templates.keySet().removeIf(code -> code.startsWith("example_"));
        return templates;
    }

    @Test
    void everyReasonHasItsOwnCodeAndATemplate() {
        assertThat(REASONS).hasSizeGreaterThan(10);
        Map<String, List<String>> names = REASONS.stream()
                .collect(Collectors.groupingBy(
                        ReasonData::code, Collectors.mapping(Class::getName, Collectors.toList())));
        assertThat(names)
                .allSatisfy((code, types) ->
                        assertThat(types).as("records with the code %s", code).hasSize(1));
        Set<String> unused = new TreeSet<>(templates().keySet());
        unused.removeAll(names.keySet());
        assertThat(unused).as("templates without a reason").isEmpty();
        Set<String> unworded = new TreeSet<>(names.keySet());
        unworded.removeAll(templates().keySet());
        assertThat(unworded).as("reasons without a template").isEmpty();
    }

    @Test
    void everyPlaceholderNamesAComponent() {
        for (Class<?> reason : REASONS) {
            assertThat(Modifier.isPublic(reason.getModifiers()))
                    .as("%s is public", reason)
                    .isTrue();
            String template = templates().getOrDefault(ReasonData.code(reason), "");
            for (MatchResult value : VALUE.matcher(template).results().toList()) {
                assertThat(hasComponent(reason, value.group(1)))
                        .as("%s: %s", ReasonData.code(reason), value.group())
                        .isTrue();
            }
        }
    }

    @Test
    void aTemplateIsShort() {
        assertThat(templates())
                .allSatisfy((code, template) ->
                        assertThat(template.split("[;:.]? ", -1)).as(code).hasSizeLessThanOrEqualTo(MAX_WORDS));
    }

    private static boolean hasComponent(Class<?> type, String path) {
        Class<?> now = type;
        for (String name : path.split("\\.", -1)) {
            RecordComponent found = null;
            for (RecordComponent each : now.isRecord() ? now.getRecordComponents() : new RecordComponent[0]) {
                found = each.getName().equals(name) ? each : found;
            }
            if (found == null) {
                return false;
            }
            now = content(found);
        }
        return true;
    }

    /** The type of a component, for an optional one that of its content. */
    private static Class<?> content(RecordComponent component) {
        return component.getType() == Optional.class
                        && component.getGenericType() instanceof ParameterizedType optional
                        && optional.getActualTypeArguments()[0] instanceof Class<?> content
                ? content
                : component.getType();
    }
}
