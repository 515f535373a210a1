/** A campaign as a report: the paper's figures and tables as functions of its trials, its model, its screening and its verification. */
package io.rafiki.trainer.campaign;
