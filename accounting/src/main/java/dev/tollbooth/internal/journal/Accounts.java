package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All accounts, by the numbers that entries name them by, and all spenders.
 *
 * <p>A number is given to one account and never again to another that lives at the same place: an entry of one that was closed
 * meanwhile finds nothing, and is counted without account. Bounded: above a number of accounts, or where they keep too many
 * bytes of digests alive, {@link Sweep} closes the least dear ones.
 *
 * <p>Thread-safe: accounts are found and opened without the table's lock, and closed under it.
 */
final class Accounts {

    /** The number of an account that entries can't name. */
    static final int NONE = -1;

    /** As many keys as the tier behind takes before it cuts: 2 x 200 users x 200 statements. */
    static final int MOST = 80_000;

    private static final int PLACE_BITS = 18;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final long BYTES = ObjectLayout.USUAL.shallow(Account.class)
            + ObjectLayout.USUAL.shallow(RuTotals.class)
            + ObjectLayout.USUAL.shallow(RuKey.class)
            + ObjectLayout.USUAL.shallow(Sha256.class)
            + ObjectLayout.USUAL.mapNode()
            + ObjectLayout.USUAL.references(2);

    /** Its methods are written out: those of a record leave the types of its components in a cache of the JDK, and with them our class loader. */
    private record SpenderKey(SchemaStatements schema, RuOwner owner, boolean estimated) {
        @Override
        public boolean equals(Object other) {
            return other instanceof SpenderKey key
                    && schema == key.schema
                    && estimated == key.estimated
                    && owner.equals(key.owner);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(schema) + owner.hashCode() * 2 + (estimated ? 1 : 0);
        }
    }

    private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable Account>> chunks =
            new AtomicReferenceArray<>(PLACES / CHUNK);
    private final ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger nextPlace = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong digestBytes = new AtomicLong();
    private final ConcurrentHashMap<SpenderKey, Spender> spenders = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Spender> global = new ConcurrentHashMap<>();
    private final SchemaStatements nameless;
    private final Runnable sweep;
    private final int most;
    private volatile long maxDigestBytes = Long.MAX_VALUE;

    /** What the last sweep has left is no reason for another one. */
    private volatile int sweepAbove;

    private volatile long sweepAboveBytes = Long.MAX_VALUE;

    /** What entries of accounts that are closed are counted to. */
    final Account unknown;

    /**
     * No accounts.
     *
     * @param most so many are open before they are swept
     * @param sweep closes some
     */
    Accounts(StatementTable table, int most, Runnable sweep) {
        this.most = most;
        this.sweepAbove = most;
        this.sweep = sweep;
        this.nameless = table.schema(null);
        this.unknown = globalOthers("");
    }

    /** Returns the account of all spenders of {@code source} that are not kept. */
    Account globalOthers(String source) {
        return global.computeIfAbsent(
                        source, name -> new Spender(this, nameless, new RuOwner("", name, ""), null, true))
                .others;
    }

    /** Returns the spender of this identity. */
    Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        SpenderKey key = new SpenderKey(schema, owner, estimate != null);
        Spender known = spenders.get(key);
        if (known != null) {
            return known;
        }
        if (spenders.size() >= sweepAbove) {
            sweep.run();
        }
        Spender made = new Spender(this, schema, owner, estimate, false);
        known = spenders.putIfAbsent(key, made);
        return known == null ? made : known;
    }

    /** Opens an account, unless another thread has. */
    Account open(Spender spender, TextDigest digest, Sha256 plan) {
        if (open.get() >= sweepAbove || (digestBytes.get() >= sweepAboveBytes && !digest.isRetained())) {
            sweep.run();
        }
        int id = number();
        if (id == NONE) {
            return unknown; // more run at once than there are numbers
        }
        Estimate estimate = spender.estimate;
        double perExecution = estimate == null ? 0 : estimate.model().perStatement(digest.kind());
        Account made = new Account(id, spender, digest, plan, perExecution);
        chunk(id).set(id & (CHUNK - 1), made);
        open.incrementAndGet();
        if (digest.retain()) {
            digestBytes.addAndGet(bytes(digest));
        }
        Account winner = spender.put(made);
        if (winner != made) {
            close(made);
            release(made);
        }
        return winner;
    }

    private int number() {
        Integer again = free.poll();
        if (again != null) {
            return again;
        }
        int place = nextPlace.get() < PLACES ? nextPlace.getAndIncrement() : PLACES;
        return place < PLACES ? place : NONE;
    }

    private AtomicReferenceArray<@Nullable Account> chunk(int id) {
        int index = (id & (PLACES - 1)) >>> CHUNK_BITS;
        AtomicReferenceArray<@Nullable Account> known = chunks.get(index);
        if (known == null) {
            AtomicReferenceArray<@Nullable Account> made = new AtomicReferenceArray<>(CHUNK);
            known = chunks.compareAndSet(index, null, made) ? made : chunks.get(index);
        }
        if (known == null) {
            throw new IllegalStateException("a chunk of accounts is gone: index=" + index);
        }
        return known;
    }

    /** Returns the account of this number; {@link #unknown} if that was closed meanwhile. */
    Account find(int id) {
        if (id == NONE) {
            return unknown;
        }
        Account found = chunk(id).get(id & (CHUNK - 1));
        return found != null && found.id == id ? found : unknown;
    }

    /** Closes an account: it is not found by its statement any more, and by its number until {@link #release}. */
    void close(Account account) {
        account.close();
        account.spender.remove(account);
        open.decrementAndGet();
        if (account.digest().release()) {
            digestBytes.addAndGet(-bytes(account.digest()));
        }
    }

    /** Gives back the number of an account that was closed and that no entry names any more. */
    void release(Account account) {
        int id = account.id;
        chunk(id).set(id & (CHUNK - 1), null);
        int next = id + PLACES;
        free.add(next == NONE ? next + PLACES : next);
    }

    /** The text is all but some bytes of it, and the same at both times. */
    private static long bytes(TextDigest digest) {
        return ObjectLayout.USUAL.string(digest.text());
    }

    /** Returns in how many parts {@link #forEach} gives the accounts. */
    int parts() {
        return chunks.length();
    }

    /** Gives {@code visitor} the open accounts of one part: a thousand at most. */
    void forEach(int part, Consumer<Account> visitor) {
        AtomicReferenceArray<@Nullable Account> chunk = chunks.get(part);
        for (int i = 0; chunk != null && i < CHUNK; i++) {
            Account account = chunk.get(i);
            if (account != null && !account.isClosed()) {
                visitor.accept(account);
            }
        }
    }

    /** Returns the spenders that have no accounts. */
    List<Spender> idleSpenders() {
        return spenders.values().stream().filter(Spender::hasNoAccounts).toList();
    }

    /** Forgets spenders of no accounts that have nothing to tell; under the table's lock. */
    void forgetIdleSpenders() {
        spenders.values().removeIf(spender -> spender.hasNoAccounts() && spender.others.spent.isZero());
    }

    boolean hasTooManySpenders() {
        return spenders.size() > most;
    }

    /** Keeps at most so many bytes of digests alive from now on, but for those of what runs. */
    void limitDigests(long bytes) {
        maxDigestBytes = bytes;
        sweepAboveBytes = bytes;
    }

    /** Notes what a sweep has left: the next one is due when a quarter has come to it. */
    void swept() {
        int left = Math.max(open.get(), spenders.size());
        sweepAbove = Math.max(most, left + left / 4);
        long bytes = digestBytes.get();
        sweepAboveBytes = Math.max(maxDigestBytes, bytes + bytes / 4);
    }

    /** Returns whether a sweep is due: accounts, digests or spenders are too many. */
    boolean isFull() {
        return open.get() >= sweepAbove || digestBytes.get() >= sweepAboveBytes || spenders.size() >= sweepAbove;
    }

    int most() {
        return most;
    }

    /** Returns how many accounts are open. */
    int size() {
        return open.get();
    }

    /** Returns the bytes of digests that accounts refer to, whoever else does. */
    long digestBytes() {
        return digestBytes.get();
    }

    /** Returns the bytes of what the accounts of one part of {@link #parts} have by origin; under the table's lock. */
    long originBytes(int part) {
        long[] bytes = {0};
        forEach(part, account -> bytes[0] += account.spent.originBytes());
        return bytes[0];
    }

    /** Returns the bytes of the accounts themselves. */
    long bytes() {
        return (open.get() + spenders.size()) * BYTES;
    }
}
