package io.rafiki.trainer.prose;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The text of Java sources: comments, and the templates of messages, which are string literals joined by {@code +}. */
final class JavaText {

    /** A text with fewer words is a name or a label. */
    private static final int SHORTEST_MESSAGE = 4;

    /** Literals come first, so that slashes within them start no comment. */
    private static final Pattern TOKEN =
            Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'(?:\\\\.[^']*|[^'\\\\])'"
                    + "|(?<line>//[^\n]*)|(?<block>/\\*(?s:.*?)\\*/)");

    private static final Pattern TAG = Pattern.compile("\\{@\\w+\\s+[^}]*}|<[^>\n]+>|`[^`\n]*`");

    private JavaText() {}

    static List<Passage> comments(String source) {
        List<Passage> comments = new ArrayList<>();
        Matcher token = TOKEN.matcher(source);
        int line = 1;
        int seen = 0;
        while (token.find()) {
            line += (int) source.substring(seen, token.start())
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            seen = token.start();
            if (token.group("line") != null || token.group("block") != null) {
                String raw = token.group().replaceAll("(?m)^\\s*\\*(?!/)|/\\*+|\\*/|//", "");
                String text = TAG.matcher(raw)
                        .replaceAll(tag -> Passage.CODE + tag.group().replaceAll("[^\n]", ""));
                comments.add(new Passage(line, text, raw, false));
            }
        }
        return comments;
    }

    /** The templates of all messages in some files, by file. */
    static Map<Path, List<Passage>> messages(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<Path, List<Passage>> messages = new TreeMap<>();
        if (files.isEmpty()) {
            return messages;
        }
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                List<Passage> found = new ArrayList<>();
                new Templates(unit, positions, found).scan(unit, null);
                messages.put(Path.of(unit.getSourceFile().toUri()), found);
            }
        }
        return messages;
    }

    private static final class Templates extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Passage> found;

        Templates(CompilationUnitTree unit, SourcePositions positions, List<Passage> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitBinary(BinaryTree tree, Void nothing) {
            StringBuilder template = new StringBuilder();
            if (tree.getKind() != Tree.Kind.PLUS || !join(tree, template)) {
                return super.visitBinary(tree, null);
            }
            add(tree, template.toString());
            return null;
        }

        @Override
        public Void visitLiteral(LiteralTree tree, Void nothing) {
            if (tree.getValue() instanceof String text) {
                add(tree, text);
            }
            return null;
        }

        /** Joins the operands, each value as one word; returns whether there is a literal among them. */
        private boolean join(ExpressionTree tree, StringBuilder template) {
            if (tree instanceof ParenthesizedTree inner && inner.getExpression() instanceof BinaryTree sum) {
                return join(sum, template);
            }
            if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                boolean left = join(sum.getLeftOperand(), template);
                return join(sum.getRightOperand(), template) || left;
            }
            if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
                template.append(text);
                return true;
            }
            template.append(Passage.CODE);
            scan(tree, null);
            return false;
        }

        private void add(Tree tree, String template) {
            int line = (int) unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
            for (String part : template.split("\n|%n", -1)) {
                String text = TAG.matcher(part).replaceAll(" " + Passage.CODE + " ");
                boolean message = text.strip().split("\\s+").length >= SHORTEST_MESSAGE;
                found.add(new Passage(line, text, part, message));
            }
        }
    }

    /** Comments and messages of each file. */
    static Map<Path, List<Passage>> passages(List<Path> files) throws IOException {
        Map<Path, List<Passage>> passages = messages(files);
        passages.forEach((file, found) -> found.addAll(comments(read(file))));
        return passages;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
