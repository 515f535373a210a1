/** The loaded model, and what a search with it offers in each price class. */
package io.rafiki.control.proposal;
