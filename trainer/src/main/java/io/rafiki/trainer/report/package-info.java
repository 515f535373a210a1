/** Reports: each HTML page is one file that works offline, with its style, scripts and charts. */
package io.rafiki.trainer.report;
