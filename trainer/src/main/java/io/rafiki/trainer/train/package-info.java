/**
 * Training: from trials to a model bundle, with Levenberg-Marquardt and MacKay's evidence on small networks.
 *
 * <p>DL4J stores the trained weights; the training itself needs no native code.
 */
package io.rafiki.trainer.train;
