/** Tables of measurements that nobody prepared: read from CSV, each column made a knob by its content. */
package io.rafiki.trainer.table;
