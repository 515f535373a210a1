/** Compactions of a rewrite: their rate and end, a trial before it, and a limit of what clients lose during it. */
package io.rafiki.control.rewrite;
