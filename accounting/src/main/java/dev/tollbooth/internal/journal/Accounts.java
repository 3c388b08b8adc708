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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * All accounts, by the numbers that entries refer to, and all spenders.
 *
 * <p>A number combines a place and a generation, so it never refers to a later account in the same place. An entry
 * whose account was released is charged to {@link #unknown}. The number of accounts is bounded: {@link Sweep} closes
 * accounts if there are too many accounts, spenders or bytes of digests. At four thirds of the limit, an execution gets
 * an account without a number. Its request units go to the owner's others.
 *
 * <p>Thread-safe without waiting: accounts are found and opened without the table's lock, and closed under it.
 */
final class Accounts {

    /** The account number in entries that belong to an account of others, or to no account. */
    static final int NONE = -1;

    /** The account number in entries of an account that serves one execution. The journal holds a reference to it. */
    static final int UNNUMBERED = -2;

    /**
     * The number of open accounts at which a sweep is due: as many keys as the next tier takes before it cuts, 2 x 200
     * users x 200 statements.
     */
    static final int MOST = 80_000;

    /** The number of spenders at which a sweep is due: four times the owners that the next tier admits. */
    private static final int MOST_SPENDERS = 8_000;

    private static final int PLACE_BITS = 18;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    /** The number of entries at which the map of a spender's statements grows for the first time. */
    private static final int SMALL_MAP = 6;

    /** The bytes of the objects around accounts, by the layout of this JVM. */
    static final class Sizes {
        private static final ObjectLayout LAYOUT = ObjectLayout.ofThisJvm();
        /** The key of an account, which TopRU shares after the first drain. */
        static final long KEY = LAYOUT.shallow(RuKey.class);
        /** An account with its totals. */
        private static final long ACCOUNT = LAYOUT.shallow(Account.class) + LAYOUT.shallow(RuTotals.class);

        private static final long ALL_OF_A_CHUNK =
                LAYOUT.references(CHUNK) + LAYOUT.array(CHUNK, Integer.BYTES) + LAYOUT.shallow(Chunk.class);
        /** The entry of a spender in the map, and the spender's own map of statements. */
        private static final long FOUND =
                LAYOUT.shallow(SpenderKey.class) + LAYOUT.mapNode() + LAYOUT.shallow(ConcurrentHashMap.class);
        /** A spender with its others, without the user's name. */
        private static final long SPENDER = LAYOUT.shallow(Spender.class)
                + LAYOUT.shallow(RuOwner.class)
                + LAYOUT.shallow(AtomicInteger.class)
                + ACCOUNT;

        private Sizes() {}
    }

    /**
     * The identity of a spender. The methods are written out, because a record's generated methods leave its component
     * types, and so our class loader, in a cache of the JDK.
     */
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

    private final AtomicReferenceArray<@Nullable Chunk> chunks = new AtomicReferenceArray<>(PLACES / CHUNK);

    /**
     * A chunk of 1,024 places.
     *
     * @param accounts the accounts
     * @param next for each free place, the next number in the list of free numbers
     */
    private record Chunk(AtomicReferenceArray<@Nullable Account> accounts, AtomicIntegerArray next) {}

    /**
     * The head of the list of free numbers (lower 32 bits, {@link #NONE} if it is empty), and a counter of changes
     * (upper 32 bits).
     */
    private final AtomicLong free = new AtomicLong(NONE & 0xFFFF_FFFFL);

    private final AtomicInteger nextPlace = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger numbered = new AtomicInteger(); // includes closed accounts that keep their number
    private final AtomicLong digestBytes = new AtomicLong();
    private final AtomicLong forgottenBytes = new AtomicLong(); // of spenders that closed accounts refer to
    private final ConcurrentHashMap<SpenderKey, Spender> spenders = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Spender> global = new ConcurrentHashMap<>();
    private final SchemaStatements nameless;
    private final int most;
    private final int mostSpenders;
    private volatile long maxDigestBytes = Long.MAX_VALUE;
    /** The most spenders seen at once: their map keeps that size. Written without synchronization. */
    private int mostFound;

    /** The account for entries whose own account was released. */
    final Account unknown;

    /**
     * Makes an empty set of accounts.
     *
     * @param most the number of open accounts at which a sweep is due
     */
    Accounts(StatementTable table, int most) {
        this.most = most;
        this.mostSpenders = Math.min(most, MOST_SPENDERS);
        this.nameless = table.schema(null);
        this.unknown = globalOthers("");
    }

    /** Returns the account of all spenders of {@code source} for which there is no room. */
    Account globalOthers(String source) {
        return global.computeIfAbsent(source, name -> Spender.global(this, nameless, name)).others;
    }

    /** Returns the spender of this identity; a temporary one if there are too many spenders. */
    Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        Spender kept = kept(schema, owner, estimate);
        return kept == null ? Spender.unkept(this, schema, owner, estimate) : kept;
    }

    /** Returns the kept spender of this identity, made if there is room for it; null if there is none. */
    private @Nullable Spender kept(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        SpenderKey key = new SpenderKey(schema, owner, estimate != null);
        Spender known = spenders.get(key);
        if (known != null || spenders.size() >= limit(mostSpenders)) {
            return known;
        }
        Spender made = Spender.kept(this, schema, owner, estimate);
        known = spenders.putIfAbsent(key, made);
        return known == null ? made : known;
    }

    private static int limit(int most) {
        return most + most / 3;
    }

    /** Returns an open account of a statement, made if there is none; without a number if there is no room. */
    Account open(Spender spender, TextDigest digest, Sha256 plan) {
        if (!spender.isKept() && !spender.isNew()) {
            Spender kept = kept(spender.schema, spender.owner, spender.estimate);
            if (kept != null) {
                return kept.account(digest, plan); // another thread may have made one
            }
        }
        int id = spender.isKept() && hasRoom(digest) ? number() : UNNUMBERED;
        Estimate estimate = spender.estimate;
        double perExecution = estimate == null ? 0 : estimate.model().perStatement(digest.kind());
        Account made = new Account(id, spender, digest, plan, perExecution);
        if (id == UNNUMBERED) {
            return made;
        }
        chunk(id).accounts.set(id & (CHUNK - 1), made);
        numbered.incrementAndGet();
        spender.numbered.incrementAndGet();
        open.incrementAndGet();
        if (digest.retain()) {
            digestBytes.addAndGet(bytes(digest));
        }
        return spender.put(made); // if another thread was first, the sweep closes this unused account
    }

    private boolean hasRoom(TextDigest digest) {
        return open.get() < limit(most) && (digestBytes.get() < maxDigestBytes || digest.isRetained());
    }

    /** Returns a free number, {@link #UNNUMBERED} if there is none. */
    private int number() {
        for (long top = free.get(); (int) top != NONE; top = free.get()) {
            int id = (int) top;
            if (free.compareAndSet(top, top(chunk(id).next.get(id & (CHUNK - 1)), top))) {
                return id;
            }
        }
        int place = nextPlace.get() < PLACES ? nextPlace.getAndIncrement() : PLACES;
        return place < PLACES ? place : UNNUMBERED;
    }

    private static long top(int id, long before) {
        return ((before >>> Integer.SIZE) + 1) << Integer.SIZE | (id & 0xFFFF_FFFFL);
    }

    private Chunk chunk(int id) {
        int index = (id & (PLACES - 1)) >>> CHUNK_BITS;
        Chunk known = chunks.get(index);
        if (known == null) {
            Chunk made = new Chunk(new AtomicReferenceArray<>(CHUNK), new AtomicIntegerArray(CHUNK));
            known = chunks.compareAndSet(index, null, made) ? made : chunks.get(index);
        }
        if (known == null) {
            throw new IllegalStateException("a chunk of accounts is gone: index=" + index);
        }
        return known;
    }

    /** Returns the account of this number, {@link #unknown} if it was released. */
    Account find(int id) {
        if (id == NONE) {
            return unknown;
        }
        Account found = chunk(id).accounts.get(id & (CHUNK - 1));
        return found != null && found.id == id ? found : unknown;
    }

    /** Returns the account that an entry names. */
    Account named(Journal journal, long entry, long head) {
        int number = Entry.account(head);
        Account unnumbered = number == UNNUMBERED ? journal.unnumbered.get(entry) : null;
        return unnumbered == null ? find(number) : unnumbered;
    }

    /** Closes an account: it is not found by its statement any more, but by its number until {@link #release}. */
    void close(Account account) {
        account.close();
        account.spender.remove(account);
        open.decrementAndGet();
        if (account.digest().release()) {
            digestBytes.addAndGet(-bytes(account.digest()));
        }
    }

    /** Frees the number of a closed account that no entry refers to. */
    void release(Account account) {
        int id = account.id;
        Chunk chunk = chunk(id);
        chunk.accounts.set(id & (CHUNK - 1), null);
        numbered.decrementAndGet();
        if (account.spender.numbered.decrementAndGet() == 0 && account.spender.keptBytes > 0) {
            forgottenBytes.addAndGet(-account.spender.keptBytes);
            account.spender.keptBytes = 0;
        }
        int again = id + PLACES;
        if (again == NONE || again == UNNUMBERED) {
            again += PLACES;
        }
        long top;
        do {
            top = free.get();
            chunk.next.set(id & (CHUNK - 1), (int) top);
        } while (!free.compareAndSet(top, top(again, top)));
    }

    /** Returns the bytes of a digest, counting only its text: the text dominates and never changes. */
    private static long bytes(TextDigest digest) {
        return ObjectLayout.USUAL.string(digest.text());
    }

    private static long bytes(Spender spender) {
        int most = spender.mostAccounts;
        return keptBytes(spender)
                + Sizes.FOUND
                + (most < SMALL_MAP ? Sizes.LAYOUT.references(8) : Sizes.LAYOUT.mapTable(most));
    }

    private static long keptBytes(Spender spender) {
        return Sizes.SPENDER + Sizes.LAYOUT.string(spender.user());
    }

    /** Counts the bytes of a forgotten spender until its last closed account is released. */
    private void keepBytes(Spender forgotten) {
        if (forgotten.numbered.get() > 0) {
            forgotten.keptBytes = keptBytes(forgotten);
            forgottenBytes.addAndGet(forgotten.keptBytes);
        }
    }

    /** Returns the number of parts of {@link #open(int)}. */
    int parts() {
        return chunks.length();
    }

    /** Returns the open accounts of one part, 1,024 at most. */
    List<Account> open(int part) {
        List<Account> found = new ArrayList<>();
        Chunk chunk = chunks.get(part);
        for (int i = 0; chunk != null && i < CHUNK; i++) {
            Account account = chunk.accounts.get(i);
            if (account != null && !account.isClosed()) {
                found.add(account);
            }
        }
        return found;
    }

    /** Returns the kept spenders. */
    Collection<Spender> spenders() {
        return spenders.values();
    }

    /** Forgets a spender that has no accounts and no increment, under the table's lock; returns whether it has none. */
    boolean forget(Spender spender) {
        SpenderKey key = new SpenderKey(spender.schema, spender.owner, spender.estimate != null);
        boolean idle = spender.hasNoAccounts() && spender.others.spent.isZero();
        if (idle && spenders.remove(key, spender)) {
            spender.forget();
            keepBytes(spender);
        }
        return idle;
    }

    /** Limits the bytes of digests that accounts refer to. Above the limit, new accounts get no number. */
    void limitDigests(long bytes) {
        maxDigestBytes = bytes;
    }

    /** Returns whether a sweep is due, because there are too many accounts, digests or spenders. */
    boolean isCrowded() {
        return hasManyAccounts(most) || hasManyDigests(3) || spenders.size() >= mostSpenders;
    }

    /** Returns whether a sweep has to continue, because at least a quarter of a limit is in use. */
    boolean isShortOfRoom() {
        return hasManyAccounts(most / 4) || hasManyDigests(1);
    }

    private boolean hasManyAccounts(int many) {
        return open.get() >= many;
    }

    private boolean hasManyDigests(int quarters) {
        return digestBytes.get() / quarters >= maxDigestBytes / 4;
    }

    /** Returns the greatest number of spenders that a sweep keeps. */
    int keptSpenders() {
        return spenders.size() >= mostSpenders ? mostSpenders / 4 * 3 : Integer.MAX_VALUE;
    }

    /** Returns the number of open accounts. */
    int size() {
        return open.get();
    }

    /** Returns the bytes of digests that accounts refer to, shared ones included. */
    long digestBytes() {
        return digestBytes.get();
    }

    /** Returns the bytes of accounts, spenders and chunks; chunks are never freed. */
    long bytes() {
        int made = (Math.min(PLACES, nextPlace.get()) + CHUNK - 1) / CHUNK;
        ObjectLayout layout = Sizes.LAYOUT;
        int found = open.get();
        long all = numbered.get(); // closed accounts wait in a queue
        long bytes = all * Sizes.ACCOUNT + found * layout.mapNode() + (all - found) * layout.referenceBytes();
        mostFound = Math.max(mostFound, spenders.size());
        bytes += made * Sizes.ALL_OF_A_CHUNK + forgottenBytes.get() + layout.mapTable(mostFound);
        for (Spender spender : spenders.values()) {
            bytes += bytes(spender);
        }
        return bytes;
    }
}
