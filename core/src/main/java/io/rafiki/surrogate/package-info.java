/**
 * The surrogate: a compiled ensemble of small networks that predicts throughput, and the bundle that it is kept in.
 *
 * <p>Networks come in as DL4J zips and are evaluated here on plain arrays; nothing here trains, and nothing needs native code.
 */
package io.rafiki.surrogate;
