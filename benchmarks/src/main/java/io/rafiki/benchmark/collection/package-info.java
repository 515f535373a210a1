/** The trial protocol, racing, and methods that choose trials. */
package io.rafiki.benchmark.collection;
