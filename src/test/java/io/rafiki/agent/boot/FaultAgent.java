package io.rafiki.agent.boot;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import javax.management.JMException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** An agent that has each site of {@link #SITES} call {@link FaultPoint#hit} first thing. */
public final class FaultAgent {

    /** Methods of the tuner's, as {@code class.method}: every border that its tick, its console and Cassandra's threads cross. */
    public static final List<String> SITES = List.of(
            "io/rafiki/node/TableMetricsSource.sample",
            "io/rafiki/node/TableMetricsSource.onNotification",
            "io/rafiki/workload/WindowAssembler.add",
            "io/rafiki/control/rewrite/CompactionMonitor.refresh",
            "io/rafiki/control/executor/NodeHealthCheck.refresh",
            "io/rafiki/control/configuration/KnobHistory.acceptCurrent",
            "io/rafiki/decision/Policy.beforeSearch",
            "io/rafiki/node/NodeKnobs.read",
            "io/rafiki/search/GeneticSearch.search",
            "io/rafiki/control/configuration/ConfigurationApplier.apply",
            "io/rafiki/journal/Journal.append",
            "io/rafiki/control/status/StatusPublisher.show",
            "io/rafiki/control/status/StatusPublisher.status");

    private FaultAgent() {}

    /** Called by the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) throws JMException {
        FaultPoint.register();
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                return SITES.stream().anyMatch(site -> site.startsWith(name + ".")) ? woven(name, bytes) : null;
            }
        });
    }

    private static byte[] woven(String type, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                        String site = type + "." + name;
                        return !SITES.contains(site)
                                ? next
                                : new MethodVisitor(Opcodes.ASM9, next) {
                                    @Override
                                    public void visitCode() {
                                        super.visitCode();
                                        visitLdcInsn(site);
                                        visitMethodInsn(
                                                Opcodes.INVOKESTATIC,
                                                "io/rafiki/agent/boot/FaultPoint",
                                                "hit",
                                                "(Ljava/lang/String;)V",
                                                false);
                                    }
                                };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
