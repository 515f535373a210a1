/** What operators read about the loop. */
package io.rafiki.control.status;
