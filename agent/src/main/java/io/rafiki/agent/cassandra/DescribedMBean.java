package io.rafiki.agent.cassandra;

import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;

/** An MXBean with descriptions of its attributes for JMX consoles. */
final class DescribedMBean<T> extends StandardMBean {

    private final String description;
    private final Map<String, String> attributes;

    /**
     * @param bean object to register
     * @param type its MXBean interface
     * @param description description of the bean
     * @param attributes description of each attribute by name
     */
    DescribedMBean(T bean, Class<T> type, String description, Map<String, String> attributes) {
        super(bean, type, true);
        this.description = description;
        this.attributes = attributes;
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return description;
    }

    @Override
    protected String getDescription(MBeanAttributeInfo info) {
        return attributes.getOrDefault(info.getName(), info.getName());
    }
}
