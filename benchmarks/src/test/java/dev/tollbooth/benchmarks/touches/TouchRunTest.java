package dev.tollbooth.benchmarks.touches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.benchmarks.peer.Peer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TouchRunTest {

    @Test
    void update_throughFloor_callsEachMethodOnceAndWritesOneLine() throws Exception {
        Map<String, List<Integer>> floor =
                TouchesMain.count(Peer.FLOOR, "", name -> name.startsWith("dev.tollbooth.benchmarks.peer.Floor"));

        // setString, setLong, executeUpdate of the statement, begin and end of the counters
        List<Integer> update = floor.get("update, prepared once");
        assertThat(update).isNotNull();
        assertThat(update.get(Touched.columns().indexOf("calls"))).isEqualTo(5);
        assertThat(update.get(Touched.columns().indexOf("methods"))).isEqualTo(5);
        assertThat(update.get(Touched.columns().indexOf("classes"))).isEqualTo(2);
        // the statement and the counters, which are written
        assertThat(update.get(Touched.columns().indexOf("64-byte lines"))).isEqualTo(2);
        assertThat(update.get(Touched.columns().indexOf("written"))).isEqualTo(1);
        assertThat(update.get(Touched.columns().indexOf("atomics"))).isZero();
    }
}
