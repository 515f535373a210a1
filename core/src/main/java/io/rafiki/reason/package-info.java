/**
 * Typed reasons: values that state why something was held, refused or failed, and their wording.
 *
 * <p>Each package defines its own reasons as records in sealed interfaces. This package gives them a code and data for
 * machines and one wording for operators. It depends on no other package.
 */
package io.rafiki.reason;
