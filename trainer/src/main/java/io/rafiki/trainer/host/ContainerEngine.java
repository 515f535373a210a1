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

    /** Removes the container of that name, left by a killed run. Returns whether it existed. */
    static boolean remove(String name) throws DatastoreException {
        if (!isThere()) {
            // without an engine, the container's processes have ended too
            return false;
        }
        try {
            client().removeContainerCmd(name).withForce(true).exec();
            return true;
        } catch (NotFoundException gone) {
            return false;
        }
    }

    private static boolean isThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }
}
