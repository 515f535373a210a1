package io.rafiki.trainer.host;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import org.testcontainers.DockerClientFactory;

/** The Docker engine of this machine. */
public final class ContainerEngine {

    private ContainerEngine() {}

    /**
     * A client of the engine.
     *
     * @throws DatastoreException with one line, if no engine answers
     */
    public static DockerClient client() throws DatastoreException {
        if (!isThere()) {
            throw new DatastoreException(
                    "docker: expected a Docker engine that answers on this machine, found none. Start it, or use another --datastore.");
        }
        return DockerClientFactory.instance().client();
    }

    /** The outcome of a removal. */
    enum Removal {
        REMOVED,
        /** There is no container of that name. */
        ABSENT,
        /** No engine answers. The container can still run, because containers survive some ends of their engine. */
        NO_ENGINE
    }

    /** Removes the container of that name, left by a killed run. */
    static Removal remove(String name) throws DatastoreException {
        if (!isThere()) {
            return Removal.NO_ENGINE;
        }
        try {
            client().removeContainerCmd(name).withForce(true).exec();
            return Removal.REMOVED;
        } catch (NotFoundException gone) {
            return Removal.ABSENT;
        }
    }

    private static boolean isThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }
}
