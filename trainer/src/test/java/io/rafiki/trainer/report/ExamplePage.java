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
