package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.agent.console.TableView;
import io.rafiki.agent.console.TableView.Column;
import io.rafiki.status.Quantity;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.marshal.ReversedType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RafikiVirtualTableTest {

    private static final List<Column> COLUMNS = List.of(
            new Column("key", Quantity.TEXT, false),
            new Column("at", Quantity.TIME, true),
            new Column("count", Quantity.COUNT, false),
            new Column("share", Quantity.NUMBER, false));

    @BeforeAll
    static void initialise() {
        DatabaseDescriptor.clientInitialization();
    }

    @Test
    void columnsBecomeCassandras() {
        RafikiVirtualTable table = table(List.of());
        assertThat(table.metadata().isVirtual()).isTrue();
        assertThat(table.metadata().partitionKeyColumns())
                .extracting(RafikiVirtualTableTest::name)
                .containsExactly("key");
        assertThat(table.metadata().clusteringColumns()).singleElement().satisfies(at -> assertThat(at.type)
                .isInstanceOf(ReversedType.class));
        assertThat(table.metadata().regularColumns())
                .extracting(RafikiVirtualTableTest::name)
                .containsExactly("count", "share");
    }

    @Test
    void aRowMayLackValues() {
        assertThat(table(List.of(Arrays.asList("local", Instant.EPOCH, 7L, null)))
                        .data()
                        .isEmpty())
                .isFalse();
    }

    @Test
    void whateverGoesWrongWithUsIsAnEmptyTable() {
        for (Error error : List.of(new StackOverflowError(), new NoClassDefFoundError("io/rafiki/Gone"))) {
            RafikiVirtualTable table = new RafikiVirtualTable(
                    "rafiki",
                    new TableView("broken", "For this test", COLUMNS, status -> {
                        throw error;
                    }),
                    () -> null);
            assertThat(table.data().isEmpty()).isTrue();
        }
        assertThat(table(List.of(List.of("too short"))).data().isEmpty()).isTrue();
    }

    private static RafikiVirtualTable table(List<List<Object>> rows) {
        return new RafikiVirtualTable(
                "rafiki", new TableView("some", "For this test", COLUMNS, status -> rows), () -> null);
    }

    private static String name(ColumnMetadata column) {
        return column.name.toString();
    }
}
