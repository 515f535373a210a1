package io.rafiki.trainer.prose;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Checks the English of the project's files: pages, comments of YAML files, and messages and comments of Java sources. */
public final class Prose {

    private static final PathMatcher PRODUCTS =
            FileSystems.getDefault().getPathMatcher("glob:{target,*/target,src/test/target,runs,.git}/**");

    private Prose() {}

    /** What breaks a rule in the files of {@code root} that match one of the globs, sorted by file. */
    public static List<Finding> findings(Path root, List<String> globs) throws IOException {
        List<PathMatcher> wanted = globs.stream()
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !PRODUCTS.matches(root.relativize(file)))
                    .filter(file -> wanted.stream().anyMatch(glob -> glob.matches(root.relativize(file))))
                    .map(Path::toAbsolutePath)
                    .toList();
        }
        Map<Path, List<Passage>> passages = new TreeMap<>(JavaText.passages(ending(files, ".java")));
        ending(files, ".md").forEach(file -> passages.put(file, MarkdownText.passages(JavaText.read(file))));
        ending(files, ".yaml").forEach(file -> passages.put(file, YamlText.passages(JavaText.read(file))));
        List<Finding> findings = new ArrayList<>();
        passages.forEach((file, found) -> found.forEach(passage ->
                findings.addAll(EnglishRules.check(root.toAbsolutePath().relativize(file), passage))));
        return findings;
    }

    private static List<Path> ending(List<Path> files, String ending) {
        return files.stream().filter(file -> file.toString().endsWith(ending)).toList();
    }
}
