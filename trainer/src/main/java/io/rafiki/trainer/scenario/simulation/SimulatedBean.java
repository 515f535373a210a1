package io.rafiki.trainer.scenario.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;

/** One MBean of a simulated node, with writable attributes and read-only attributes. */
final class SimulatedBean implements DynamicMBean {

    /** The effect of a write. */
    interface Setting {

        /**
         * Accepts or rejects the value.
         *
         * @param write stores the value
         */
        void set(Runnable write) throws InvalidAttributeValueException;
    }

    private final Map<String, Supplier<Object>> values = new LinkedHashMap<>();
    private final Map<String, Object> held = new LinkedHashMap<>();
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    void offers(String attribute, Supplier<Object> value) {
        values.put(attribute, value);
    }

    void holds(String attribute, Object value, Setting setting) {
        held.put(attribute, value);
        values.put(attribute, () -> held.get(attribute));
        settings.put(attribute, setting);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        Supplier<Object> value = values.get(name);
        if (value == null) {
            throw new AttributeNotFoundException(name);
        }
        return value.get();
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException, InvalidAttributeValueException {
        Setting found = settings.get(attribute.getName());
        if (found == null) {
            throw new AttributeNotFoundException(attribute.getName());
        }
        found.set(() -> held.put(attribute.getName(), attribute.getValue()));
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            if (values.containsKey(name)) {
                list.add(new Attribute(name, values.get(name).get()));
            }
        }
        return list;
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        throw new UnsupportedOperationException("one at a time");
    }

    /** The operations that the tuner calls. Automatic compaction is always on, and there is no repair. */
    @Override
    public Object invoke(String name, Object[] arguments, String[] signature) throws ReflectionException {
        return switch (name) {
            case "getAutoCompactionStatus" ->
                Map.of(SimulatedBeans.TABLE.table(), false, SimulatedBeans.OTHER.table(), false);
            case "enableAutoCompaction", "stopCompactionById" -> null;
            case "parentRepairSessionsCount" -> 0;
            default -> throw new ReflectionException(new NoSuchMethodException(name));
        };
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] attributes = values.keySet().stream()
                .map(name -> new MBeanAttributeInfo(
                        name, Object.class.getName(), "simulated", true, settings.containsKey(name), false))
                .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(SimulatedBean.class.getName(), "simulated", attributes, null, null, null);
    }
}
