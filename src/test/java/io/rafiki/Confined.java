package io.rafiki;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.StringArray;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a command under a seccomp filter, in the same process: what containers are commonly refused fails with EPERM.
 *
 * <p>The filter is a BPF program of x86-64: load the number of the call, compare it with each refused one, allow.
 */
final class Confined {

    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final int PR_SET_SECCOMP = 22;
    private static final int FILTER = 2;
    private static final int LOAD_WORD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final int ALLOW = 0x7fff0000;
    private static final int EPERM = 0x00050001;
    private static final int BYTES = 8;

    /** ptrace, mount, umount2, swapon, reboot, init_module, delete_module, kexec_load, add_key, request_key, keyctl, unshare,
     * perf_event_open, setns, process_vm_readv, process_vm_writev, finit_module, bpf, userfaultfd, io_uring_setup. */
    private static final int[] REFUSED = {
        101, 165, 166, 167, 169, 175, 176, 246, 248, 249, 250, 272, 298, 308, 310, 311, 313, 321, 323, 425
    };

    private Confined() {}

    /**
     * The words before a command that is to be confined.
     *
     * @param folder writable, from which libraries can be loaded
     */
    static List<String> command(Path folder) {
        return List.of(
                Command.JAVA.resolve("bin/java").toString(),
                "-Djna.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Confined.class.getName());
    }

    public static void main(String[] arguments) {
        NativeLibrary library = NativeLibrary.getInstance("c");
        Function control = library.getFunction("prctl");
        Memory program = new Memory((long) BYTES * (REFUSED.length + 3));
        int at = instruction(program, 0, LOAD_WORD, 0, 0, 0);
        for (int i = 0; i < REFUSED.length; i++) {
            at = instruction(program, at, JUMP_IF_EQUAL, REFUSED.length - i, 0, REFUSED[i]);
        }
        at = instruction(program, at, RETURN, 0, 0, ALLOW);
        at = instruction(program, at, RETURN, 0, 0, EPERM);
        Memory header = new Memory(16);
        header.setShort(0, (short) (at / BYTES));
        header.setPointer(8, program);
        check(control.invokeInt(new Object[] {PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L}), "no new privileges");
        check(control.invokeInt(new Object[] {PR_SET_SECCOMP, (long) FILTER, header}), "a filter of system calls");
        library.getFunction("execvp").invokeInt(new Object[] {arguments[0], new StringArray(arguments)});
        throw new IllegalStateException(arguments[0] + " cannot be run");
    }

    private static int instruction(Memory program, int at, int code, int ifTrue, int ifFalse, int operand) {
        program.setShort(at, (short) code);
        program.setByte(at + 2L, (byte) ifTrue);
        program.setByte(at + 3L, (byte) ifFalse);
        program.setInt(at + 4L, operand);
        return at + BYTES;
    }

    private static void check(int result, String wanted) {
        if (result != 0) {
            throw new IllegalStateException("expected " + wanted + ", found that the kernel refuses it");
        }
    }
}
