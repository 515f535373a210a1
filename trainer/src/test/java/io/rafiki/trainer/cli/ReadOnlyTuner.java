package io.rafiki.trainer.cli;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;

/** A bean in the place of the tuner, whose attributes a test states. */
abstract class ReadOnlyTuner implements DynamicMBean {

    @Override
    public final void setAttribute(Attribute attribute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public final AttributeList getAttributes(String[] attributes) {
        return new AttributeList();
    }

    @Override
    public final AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public final MBeanInfo getMBeanInfo() {
        return new MBeanInfo(getClass().getName(), "tuner", null, null, null, null);
    }
}
