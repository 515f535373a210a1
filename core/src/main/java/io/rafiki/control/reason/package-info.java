/** Why the loop changed, refused or reports something: typed values, which {@link io.rafiki.reason.ReasonText} words. */
package io.rafiki.control.reason;
