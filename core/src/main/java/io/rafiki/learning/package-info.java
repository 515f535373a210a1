/** Corrects a model by measured effects of changes. All classes are pure. */
package io.rafiki.learning;
