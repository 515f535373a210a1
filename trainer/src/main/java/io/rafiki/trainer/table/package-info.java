/** Tables of measurements: read from tidy CSV files, with rows grouped by configuration and by workload. */
package io.rafiki.trainer.table;
