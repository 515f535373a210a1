/** What a model advises for a workload, and how that is shown to an operator; nothing here touches a node. */
package io.rafiki.trainer.advice;
