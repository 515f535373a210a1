/**
 * Training: from trials to a model bundle, by Levenberg-Marquardt with MacKay's evidence on small networks.
 *
 * <p>DL4J is the container that the trained weights are written in; the training itself needs no native code.
 */
package io.rafiki.trainer.train;
