/**
 * The surrogate: a compiled ensemble of small networks that predicts throughput.
 *
 * <p>Networks are read from DL4J zips and evaluated on plain arrays. Training is elsewhere, and no native code is necessary.
 */
package io.rafiki.surrogate;
