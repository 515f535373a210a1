/** Reports as single HTML pages that need nothing beside themselves: the page, its style, drawings as SVG. */
package io.rafiki.trainer.report;
