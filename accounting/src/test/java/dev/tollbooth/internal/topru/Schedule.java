package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Leaks;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A random schedule of sessions, ticks, the worker, consumers, clocks and sinks. After each step, the request units
 * that clients have counted must be in sessions, in tiers, in reports, or counted as dropped.
 */
final class Schedule {

    private static final int STEPS = 60;
    private static final int MAX_SESSIONS = 5;
    private static final int FEW_ORIGINS = 4;
    private static final int MANY_ORIGINS = 20;
    private static final double RATE = 1e-9;
    private static final Estimate ESTIMATE =
            new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), RATE);
    private static final TextDigest[] STATEMENTS = new TextDigest[40];
    private static final RuOwner[] OWNERS = new RuOwner[9];

    static {
        for (int i = 0; i < STATEMENTS.length; i++) {
            STATEMENTS[i] = TextDigest.ofNormalized("select " + i, "select");
        }
        for (int i = 0; i < OWNERS.length; i++) {
            OWNERS[i] = new RuOwner(
                    i % 2 == 0 ? "H2/a" : "H2/b", i % 3 == 0 ? "warning" : "estimate", i < 7 ? "u" + i : "");
        }
    }

    private final Random random;
    private final Fault fault;
    private long now;
    private long wallOffsetMillis;
    private final StatementTable table;
    private final SessionRegistry sessions;
    private final TopRu topRu;
    private final RuTotals spent = new RuTotals();
    private final RuTotals reported = new RuTotals();
    private final RuTotals handedOut = new RuTotals();
    private final boolean byOrigin;
    /** Whether all executions have one source of request units, so that each drop has a sum. */
    private final boolean ofOneSource;
    /** Whether some consumers want no request units. */
    private final boolean withDurationsAlone;
    /** The number of origins. If there are few, each has room; if there are many, some are among the others. */
    private final int origins;
    /** The request units by origin, as the clients counted them. */
    private final Map<String, RuTotals> spentBy = new HashMap<>();

    private long sqlCount;
    private long sqlNanos;
    private int windows;
    private long exactOrigins;
    private long begun;
    private @Nullable AssertionError wrong;
    private final Set<Long> starts = new HashSet<>();
    private boolean setBack;
    private final List<Client> idle = new ArrayList<>();
    private final List<Client> running = new ArrayList<>();
    private final List<Client> ended = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();

    Schedule(long seed, Fault fault, boolean byOrigin) {
        this.random = new Random(seed);
        this.byOrigin = byOrigin;
        this.withDurationsAlone = seed % 3 == 0;
        this.ofOneSource = seed % 5 < 3;
        this.origins = seed % 4 < 2 ? FEW_ORIGINS : MANY_ORIGINS;
        this.fault = fault;
        this.now = random.nextLong();
        this.wallOffsetMillis = TimeUnit.DAYS.toMillis(20_000) + random.nextInt(100_000) - now / 1_000_000;
        this.table = Leaks.table(() -> now);
        this.sessions = Leaks.registry(table, () -> now, 12, byOrigin);
        TierLimits limits = new TierLimits(3, 4, 2, 3, 4, 3, fault.fold());
        ItemInterval options = interval();
        this.topRu = new TopRu(
                options,
                fault.source(sessions),
                () -> now,
                () -> now / 1_000_000 + wallOffsetMillis,
                new DropCounters(),
                new Failures(() -> now),
                limits);
        topRu.onWindow(this::take);
    }

    /** Runs all steps; throws if the sums differ. */
    void run() {
        leases.add(topRu.subscribe(interval()));
        for (int step = 0; step < STEPS; step++) {
            step();
            check();
        }
        while (random.nextInt(4) != 0 && !running.isEmpty()) {
            running.remove(0).finish(now, EntryRuState.REPORTED);
        }
        topRu.close();
        check();
        RuTotals left = Tiers.held(topRu);
        assertThat(left.isZero()).as("in tiers after close: %s", left).isTrue();
    }

    /** Adds the events of this schedule to {@code target}, because an event that no schedule meets is not tested. */
    void addTo(Coverage target) {
        target.add(windows, topRu);
        target.exactOrigins += exactOrigins;
        target.foldedOrigins +=
                spentBy.size() > 0 && byOrigin && reported.toItem(0).origins().containsKey(OriginNames.OTHERS_NAME)
                        ? 1
                        : 0;
    }

    private ItemInterval interval() {
        return ItemInterval.values()[random.nextInt(3)];
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0, 1 -> open();
            case 2, 3, 4 -> begin(1);
            case 5 -> begin(1 + random.nextInt(20));
            case 6, 7, 8 -> finish();
            case 9 -> read();
            case 10 -> fetch();
            case 11 -> close();
            case 12 -> pass(TimeUnit.SECONDS.toNanos(random.nextInt(90)));
            case 13 -> jump();
            case 14 -> consumers();
            case 15 -> setting();
            case 16 -> work();
            default -> tick();
        }
    }

    private Set<Collector> wanted() {
        boolean isForDurations = withDurationsAlone && random.nextBoolean();
        return isForDurations ? Set.of(Collector.TOP_SQL) : Collector.ALL;
    }

    private void setting() {
        if (random.nextBoolean()) {
            topRu.setReportInterval(interval());
        } else {
            topRu.halve(random.nextInt(3));
        }
    }

    private void work() {
        topRu.work();
        if (random.nextBoolean()) {
            sessions.tick();
        } else {
            sessions.sweepUnused();
        }
    }

    private void open() {
        Session session = sessions.open("app");
        for (int i = random.nextInt(3); i >= 0; i--) {
            idle.add(new Client(session, spent, spentBy));
        }
    }

    private void begin(int times) {
        for (int i = 0; i < times && !idle.isEmpty(); i++) {
            Client client = idle.remove(random.nextInt(idle.size()));
            RuOwner owner = owner();
            TextDigest statement = STATEMENTS[random.nextInt(STATEMENTS.length)];
            boolean estimated = owner.source().equals("estimate");
            Spender spender = sessions.spender(table.schema("shop"), owner, estimated ? ESTIMATE : null);
            int origin = random.nextInt(origins);
            String name = origin == 0 ? "" : "origin " + origin;
            client.of(name, table.originNames().number(name));
            if (estimated && random.nextInt(3) == 0) {
                beginUntold(client, owner, spender, statement);
            } else {
                client.begin(sessions.isCollecting(), spender, statement, estimated ? RATE : 0, now);
            }
            begun++;
            running.add(client);
            if (times > 1) {
                pass(random.nextInt(1000));
                finish();
            }
        }
    }

    private RuOwner owner() {
        RuOwner owner = OWNERS[random.nextInt(OWNERS.length)];
        return ofOneSource ? new RuOwner(owner.keyspace(), "warning", owner.user()) : owner;
    }

    /** Begins an execution whose source and plan are known at its end. */
    private void beginUntold(Client client, RuOwner owner, Spender estimated, TextDigest statement) {
        RuOwner by = new RuOwner(owner.keyspace(), "warning", owner.user());
        Sha256 plan = STATEMENTS[random.nextInt(2)].sha256();
        Account told = sessions.spender(table.schema("shop"), by, null).account(statement, plan);
        client.beginUntold(sessions.isCollecting(), estimated.account(statement, Sha256.NONE), told, RATE, now);
    }

    private void finish() {
        if (!running.isEmpty()) {
            Client client = running.remove(random.nextInt(running.size()));
            client.finish(
                    now,
                    List.of(EntryRuState.REPORTED, EntryRuState.UNKNOWN, EntryRuState.OFF)
                            .get(random.nextInt(3)));
            ended.add(client);
            idle.add(client);
        }
    }

    private void read() {
        for (Client client : running) {
            client.reading(random.nextInt(100) / 7.0);
        }
    }

    private void fetch() {
        if (!ended.isEmpty()) {
            Client client = ended.remove(random.nextInt(ended.size()));
            if (!running.contains(client)) {
                client.fetched(random.nextInt(1_000_000), random.nextInt(5) / 3.0);
            }
        }
    }

    private void close() {
        if (idle.isEmpty()) {
            return;
        }
        Session session = idle.get(random.nextInt(idle.size())).session;
        idle.removeIf(client -> client.session == session);
        if (random.nextBoolean()) {
            // running executions and open result sets may end after their connection
            sessions.close(session);
        } else if (running.stream().noneMatch(client -> client.session == session)) {
            ended.removeIf(client -> client.session == session);
            Leaks.leak(session);
        }
    }

    private void pass(long nanos) {
        now += nanos;
    }

    private void jump() {
        long millis = (random.nextBoolean() ? 1 : -1) * (long) random.nextInt(1 << (10 + random.nextInt(13)));
        setBack |= millis < 0;
        wallOffsetMillis += millis;
    }

    private void consumers() {
        if (leases.size() < 2 && random.nextBoolean()) {
            leases.add(topRu.subscribe(interval(), wanted()));
        } else if (!leases.isEmpty()) {
            Lease lease = leases.remove(random.nextInt(leases.size()));
            lease.close();
            lease.close();
        }
        assertThat(topRu.consumers()).isEqualTo((int) leases.stream()
                .filter(lease -> lease.collectors().contains(Collector.TOP_RU))
                .count());
        assertThat(sessions.isCollecting()).isEqualTo(!leases.isEmpty());
    }

    private void tick() {
        for (int ticks = random.nextInt(6); ticks >= 0; ticks--) {
            pass(TimeUnit.MILLISECONDS.toNanos(900 + random.nextInt(200)));
            topRu.sample();
            if (random.nextInt(4) != 0) {
                topRu.work();
            }
        }
    }

    private void take(Window window) {
        windows++;
        if (fault.skips(windows)) {
            return;
        }
        RuTotals sum = new RuTotals();
        try {
            checkTime(window);
            sum(window, sum);
        } catch (AssertionError e) {
            // TopRU treats it as a failure of the sink
            wrong = e;
        }
        handedOut.add(sum);
        if (random.nextInt(5) == 0) {
            throw new IllegalStateException("a sink that fails");
        }
        reported.add(sum);
    }

    private void sum(Window window, RuTotals sum) {
        for (RuRecord row : window.ruRecords()) {
            long last = Long.MIN_VALUE;
            for (RuItem item : row.items()) {
                assertThat(item.startEpochSeconds()).isGreaterThan(last);
                last = item.startEpochSeconds();
                assertThat(last % window.itemSeconds()).isZero();
                assertThat(last).isBetween(window.startEpochSeconds(), window.endEpochSeconds() - 1);
                sum.add(item);
                checkOrigins(item);
            }
        }
        for (SqlRecord row : window.sqlRecords()) {
            for (SqlItem item : row.items()) {
                sqlCount += item.execCount();
                sqlNanos += item.durationNanos();
                assertThat(item.cpuNanos()).isEqualTo(Client.CPU_NANOS * item.execCount());
            }
        }
    }

    private void checkTime(Window window) {
        assertThat(window.endEpochSeconds()).isGreaterThan(window.startEpochSeconds());
        assertThat(window.endEpochSeconds() - window.startEpochSeconds()).isLessThanOrEqualTo(60);
        if (!setBack) {
            assertThat(starts.add(window.startEpochSeconds())).as("once").isTrue();
            assertThat(starts).allMatch(start -> start <= window.startEpochSeconds());
        }
    }

    private void check() {
        if (wrong != null) {
            throw wrong;
        }
        assertThat(table.executions()).as("in the rows").isEqualTo(begun - running.size());
        RuTotals sessionsHold = sessions.undrained();
        RuTotals tiersHold = Tiers.held(topRu);
        RuTotals found = new RuTotals();
        found.add(sessionsHold);
        found.add(tiersHold);
        found.add(reported);
        Collection<DropCount> drops = topRu.drops().snapshot().values();
        drops.forEach(drop -> add(found, drop));
        Supplier<String> all = () -> "spent " + spent + "\nin sessions " + sessionsHold + "\nin tiers " + tiersHold
                + "\nreported " + reported + "\ndropped " + topRu.drops().snapshot();
        assertThat(found.execCount()).as(all).isEqualTo(spent.execCount());
        for (RuTotals place : List.of(spent, sessionsHold, tiersHold)) {
            assertThat(place.cpuNanos()).as(all).isEqualTo(Client.CPU_NANOS * place.execCount());
        }
        assertThat(found.durationNanos()).as(all).isEqualTo(spent.durationNanos());
        double noise = 1e-9 * Math.max(1, spent.ru());
        if (ofOneSource || drops.stream().allMatch(drop -> drop.ru() != null)) {
            assertThat(found.ru()).as(all).isCloseTo(spent.ru(), within(noise));
        } else {
            assertThat(found.ru()).as(all).isLessThanOrEqualTo(spent.ru() + noise);
        }
        checkOrigins(sessionsHold.toItem(0));
        checkOrigins(tiersHold.toItem(0));
        checkOrigins(found, all);
        DropCount off = topRu.drops().snapshot().getOrDefault(DropReason.RU_OFF, DropCount.NONE);
        if (withDurationsAlone) {
            assertThat(sqlCount).as(all).isGreaterThanOrEqualTo(handedOut.execCount() + off.execCount());
        } else {
            assertThat(sqlCount).as(all).isEqualTo(handedOut.execCount() + off.execCount());
            assertThat(sqlNanos).as(all).isEqualTo(handedOut.durationNanos() + off.execDurationNanos());
        }
    }

    /** Asserts that the origins of an item add up to the item. */
    private void checkOrigins(RuItem item) {
        RuTotals sum = new RuTotals();
        item.origins().values().forEach(sum::add);
        if (!byOrigin) {
            assertThat(item.origins()).isEmpty();
            return;
        }
        assertThat(item.origins().keySet()).hasSizeLessThanOrEqualTo(StatementOrigins.KEPT + 2);
        assertThat(sum.execCount()).as("%s", item).isEqualTo(item.execCount());
        assertThat(sum.durationNanos()).as("%s", item).isEqualTo(item.execDurationNanos());
        assertThat(sum.unknownCount()).as("%s", item).isEqualTo(item.unknownCount());
        assertThat(sum.offCount()).as("%s", item).isEqualTo(item.offCount());
        assertThat(sum.ru()).as("%s", item).isCloseTo(item.ru(), within(1e-9 * Math.max(1, item.ru())));
    }

    /**
     * Asserts that no origin has request units of another. If all have room and none was dropped, each has exactly its
     * own.
     */
    private void checkOrigins(RuTotals found, Supplier<String> all) {
        boolean exact = origins == FEW_ORIGINS
                && topRu.drops().snapshot().values().stream()
                        .allMatch(drop -> drop.execCount() == 0
                                && Double.valueOf(0).equals(drop.ru())
                                && drop.execDurationNanos() == 0);
        if (origins == MANY_ORIGINS && !running.isEmpty()) {
            return; // what is counted of those may be among the others already, and is still taken back by name
        }
        Map<String, RuItem> told = found.toItem(0).origins();
        spentBy.forEach((origin, spends) -> {
            RuItem has = told.getOrDefault(origin, new RuItem(0, 0, 0, 0, 0, 0));
            double missing = spends.ru() - has.ru();
            double noise = 1e-9 * Math.max(1, spent.ru());
            if (exact && byOrigin) {
                exactOrigins++;
                assertThat(has.execCount()).as(all).isEqualTo(spends.execCount());
                assertThat(has.execDurationNanos()).as(all).isEqualTo(spends.durationNanos());
                assertThat(missing).as(all).isCloseTo(0, within(noise));
            } else {
                assertThat(has.execCount()).as(all).isLessThanOrEqualTo(spends.execCount());
                assertThat(has.execDurationNanos()).as(all).isLessThanOrEqualTo(spends.durationNanos());
                assertThat(missing).as(all).isGreaterThan(-noise);
            }
        });
    }

    /** Adds a drop. Request units of several sources are never added up, so a drop of several sources has none. */
    private void add(RuTotals target, DropCount drop) {
        if (drop.ru() == null && drop.ruSource() != null) {
            assertThat(drop.ruSource()).isEqualTo("mixed");
            assertThat(ofOneSource).isFalse();
        }
        target.add(drop.ru() == null ? 0 : drop.ru(), drop.execCount(), drop.execDurationNanos(), 0, 0);
    }
}
