/** Speed and accuracy of the evaluator, the training and the search. */
package io.rafiki.benchmark.surrogate;
