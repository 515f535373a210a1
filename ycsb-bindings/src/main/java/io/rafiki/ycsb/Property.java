package io.rafiki.ycsb;

import java.util.Properties;

/** One typed property of a YCSB command line or properties file. Each accessor rejects an invalid value in one line. */
record Property(Properties properties, String name) {

    boolean isSet() {
        String value = properties.getProperty(name);
        return value != null && !value.isBlank();
    }

    String text(String fallback) {
        return isSet() ? properties.getProperty(name).trim() : fallback;
    }

    boolean flag(boolean fallback) {
        String value = text(Boolean.toString(fallback));
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new PropertyException(name, "true or false", value, "Correct it.");
        };
    }

    long whole(long fallback, long min, long max) {
        String value = text(Long.toString(fallback));
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // rejected below, with the range
        }
        throw new PropertyException(name, "a whole number " + min + ".." + max, value, "Correct it.");
    }

    double real(double fallback, double min, double max) {
        String value = text(Double.toString(fallback));
        try {
            double number = Double.parseDouble(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // rejected below, with the range
        }
        throw new PropertyException(name, "a number " + min + ".." + max, value, "Correct it.");
    }
}
