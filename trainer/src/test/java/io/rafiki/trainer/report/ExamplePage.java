package io.rafiki.trainer.report;

import java.util.Locale;

/** Each kind of page, made from a fixed small input. */
enum ExamplePage {
    VALIDATION {
        @Override
        String html() {
            return ValidationExample.html();
        }
    },
    SCREENING {
        @Override
        String html() {
            return ScreeningExample.html();
        }
    },
    CAMPAIGN {
        @Override
        String html() {
            return CampaignExample.complete().html();
        }
    },
    SPARSE_CAMPAIGN {
        @Override
        String html() {
            return CampaignExample.sparse().html();
        }
    },
    DEMO {
        @Override
        String html() {
            return ScenarioPage.html(ScenarioExample.demo());
        }
    },
    REPLAY {
        @Override
        String html() {
            return ScenarioPage.html(ScenarioExample.replay());
        }
    },
    CLUSTER {
        @Override
        String html() {
            return ClusterExample.page();
        }
    },
    CLUSTER_DEMO {
        @Override
        String html() {
            return ClusterExample.demo();
        }
    };

    abstract String html();

    String fileName() {
        return this + ".html";
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
