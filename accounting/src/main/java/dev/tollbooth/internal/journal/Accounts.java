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
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All accounts, by the numbers that entries name them by, and all spenders.
 *
 * <p>A number is given to one account and never again to another that lives at the same place: an entry of one that was closed
 * meanwhile finds nothing, and is counted without account. Bounded: {@link Sweep} closes some when there are too many accounts or spenders, or when they keep too many bytes of digests alive. A third above that number there is no room. Then each execution gets an account without a number, which counts for its owner's others.
 *
 * <p>Thread-safe, and nobody waits: accounts are found and opened without the table's lock, and closed under it.
 */
final class Accounts {

    /** The number of an account that entries can't name. */
    static final int NONE = -1;

    /** In place of the number of an account that was made for one execution: its journal refers to it. */
    static final int UNNUMBERED = -2;

    /** As many keys as the tier behind takes before it cuts: 2 x 200 users x 200 statements. */
    static final int MOST = 80_000;

    /** Four times as many as the owners that the tier behind takes before it cuts. */
    private static final int MOST_SPENDERS = 8_000;

    private static final int PLACE_BITS = 18;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    /** With so many entries, the map of a spender's statements has grown for the first time. */
    private static final int SMALL_MAP = 6;

    /** Bytes of the parts, by the layout of this JVM. */
    static final class Sizes {
        private static final ObjectLayout LAYOUT = ObjectLayout.ofThisJvm();
        /** The key of TopRU's that an account has once it was drained; TopRU keeps the same one. */
        static final long KEY = LAYOUT.shallow(RuKey.class);
        /** An account, and what it has spent. */
        private static final long ACCOUNT = LAYOUT.shallow(Account.class) + LAYOUT.shallow(RuTotals.class);

        private static final long ALL_OF_A_CHUNK =
                LAYOUT.references(CHUNK) + LAYOUT.array(CHUNK, Integer.BYTES) + LAYOUT.shallow(Chunk.class);
        /** How a spender is found, and the map of its statements. */
        private static final long FOUND =
                LAYOUT.shallow(SpenderKey.class) + LAYOUT.mapNode() + LAYOUT.shallow(ConcurrentHashMap.class);
        /** A spender with its others; without its user's name. */
        private static final long SPENDER = LAYOUT.shallow(Spender.class)
                + LAYOUT.shallow(RuOwner.class)
                + LAYOUT.shallow(AtomicInteger.class)
                + ACCOUNT;

        private Sizes() {}
    }

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

    private final AtomicReferenceArray<@Nullable Chunk> chunks = new AtomicReferenceArray<>(PLACES / CHUNK);

    /** A thousand places; {@code next} of one that is free is the number to be given after its own. */
    private record Chunk(AtomicReferenceArray<@Nullable Account> accounts, AtomicIntegerArray next) {}

    /** The free number to be given next (32 bits), {@link #NONE} where there is none, and how often that has changed (32). */
    private final AtomicLong free = new AtomicLong(NONE & 0xFFFF_FFFFL);

    private final AtomicInteger nextPlace = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger numbered = new AtomicInteger(); // those that are closed and keep their number too
    private final AtomicLong digestBytes = new AtomicLong();
    private final AtomicLong forgottenBytes = new AtomicLong(); // of spenders that closed accounts still refer to
    private final ConcurrentHashMap<SpenderKey, Spender> spenders = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Spender> global = new ConcurrentHashMap<>();
    private final SchemaStatements nameless;
    private final int most;
    private final int mostSpenders;
    private volatile long maxDigestBytes = Long.MAX_VALUE;
    /** As many spenders as there were at a look: their map does not shrink. Written without care for races. */
    private int mostFound;

    /** The account for entries whose own account is closed. */
    final Account unknown;

    /**
     * No accounts.
     *
     * @param most so many are open before they are swept
     */
    Accounts(StatementTable table, int most) {
        this.most = most;
        this.mostSpenders = Math.min(most, MOST_SPENDERS);
        this.nameless = table.schema(null);
        this.unknown = globalOthers("");
    }

    /** Returns the account of all spenders of {@code source} that are not kept. */
    Account globalOthers(String source) {
        Spender known = global.get(source);
        return known != null
                ? known.others
                : global.computeIfAbsent(source, name -> Spender.global(this, nameless, name)).others;
    }

    /** Returns the spender of this identity; where there are too many, one that is not kept. */
    Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        SpenderKey key = new SpenderKey(schema, owner, estimate != null);
        Spender known = spenders.get(key);
        if (known != null) {
            return known;
        }
        return hasRoomForSpenders() ? keep(key, estimate) : Spender.unkept(this, schema, owner, estimate);
    }

    private boolean hasRoomForSpenders() {
        return spenders.size() < limit(mostSpenders);
    }

    private Spender keep(SpenderKey key, @Nullable Estimate estimate) {
        Spender made = Spender.kept(this, key.schema, key.owner, estimate);
        Spender known = spenders.putIfAbsent(key, made);
        return known == null ? made : known;
    }

    /** Returns the spender to take now for one that was not kept: one that is, if there is such or room for it. */
    private Spender keptInstead(Spender unkept) {
        SpenderKey key = new SpenderKey(unkept.schema, unkept.owner, unkept.estimate != null);
        Spender known = spenders.get(key);
        if (known == null && hasRoomForSpenders()) {
            known = keep(key, unkept.estimate);
        }
        return known == null ? unkept : known;
    }

    private static int limit(int most) {
        return most + most / 3;
    }

    /** Opens an account, unless another thread has; one without a number where there is no room. */
    Account open(Spender asking, TextDigest digest, Sha256 plan) {
        Spender spender = asking.isKept() || asking.isNew() ? asking : keptInstead(asking);
        if (spender != asking) {
            return spender.account(digest, plan); // it may have one
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
        return spender.put(made); // where another thread was first, the sweep closes what was made here and nobody uses
    }

    private boolean hasRoom(TextDigest digest) {
        return open.get() < limit(most) && (digestBytes.get() < maxDigestBytes || digest.isRetained());
    }

    /** Returns a number that no account has, {@link #UNNUMBERED} where all are given out. */
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

    /** Returns the account of this number; {@link #unknown} if that was closed meanwhile. */
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

    /** The text is all but some bytes of it, and the same at both times. */
    private static long bytes(TextDigest digest) {
        return ObjectLayout.USUAL.string(digest.text());
    }

    private static long bytes(Spender spender) {
        int most = spender.mostAccounts();
        return keptBytes(spender)
                + Sizes.FOUND
                + (most < SMALL_MAP ? Sizes.LAYOUT.references(8) : Sizes.LAYOUT.mapTable(most));
    }

    private static long keptBytes(Spender spender) {
        return Sizes.SPENDER + Sizes.LAYOUT.string(spender.user());
    }

    /** Counts the bytes of a spender that is forgotten until its last closed account is released. */
    private void keepBytes(Spender forgotten) {
        if (forgotten.numbered.get() > 0) {
            forgotten.keptBytes = keptBytes(forgotten);
            forgottenBytes.addAndGet(forgotten.keptBytes);
        }
    }

    /** Returns in how many parts {@link #forEach} gives the accounts. */
    int parts() {
        return chunks.length();
    }

    /** Gives {@code visitor} the open accounts of one part: a thousand at most. */
    void forEach(int part, Consumer<Account> visitor) {
        Chunk chunk = chunks.get(part);
        for (int i = 0; chunk != null && i < CHUNK; i++) {
            Account account = chunk.accounts.get(i);
            if (account != null && !account.isClosed()) {
                visitor.accept(account);
            }
        }
    }

    /** Returns the spenders that are kept. */
    Collection<Spender> spenders() {
        return spenders.values();
    }

    /** Forgets a spender that has no accounts and nothing to tell; under the table's lock. Returns whether it had neither. */
    boolean forget(Spender spender) {
        SpenderKey key = new SpenderKey(spender.schema, spender.owner, spender.estimate != null);
        boolean idle = spender.hasNoAccounts() && spender.others.spent.isZero();
        if (idle && spenders.remove(key, spender)) {
            spender.forget();
            keepBytes(spender);
        }
        return idle;
    }

    /** Keeps at most so many bytes of digests alive from now on, but for those of what runs. */
    void limitDigests(long bytes) {
        maxDigestBytes = bytes;
    }

    /** Returns whether a sweep is due: accounts, digests or spenders are many. */
    boolean isCrowded() {
        return hasManyAccounts(most) || hasManyDigests(3) || spenders.size() >= mostSpenders;
    }

    /** Returns whether a sweep has to go on: room for new accounts and digests is not three quarters yet. */
    boolean isShortOfRoom() {
        return hasManyAccounts(most / 4) || hasManyDigests(1);
    }

    private boolean hasManyAccounts(int many) {
        return open.get() >= many;
    }

    private boolean hasManyDigests(int quarters) {
        return digestBytes.get() / quarters >= maxDigestBytes / 4;
    }

    /** Returns how many spenders a sweep is to leave, above which number it takes some away. */
    int keptSpenders() {
        return spenders.size() >= mostSpenders ? mostSpenders / 4 * 3 : Integer.MAX_VALUE;
    }

    /** Returns how many accounts are open. */
    int size() {
        return open.get();
    }

    /** Returns the bytes of digests that accounts refer to, whoever else does. */
    long digestBytes() {
        return digestBytes.get();
    }

    /** Returns the bytes of the accounts and spenders themselves; chunks stay once they are made. */
    long bytes() {
        int made = (Math.min(PLACES, nextPlace.get()) + CHUNK - 1) / CHUNK;
        ObjectLayout layout = Sizes.LAYOUT;
        int found = open.get();
        long all = numbered.get(); // those that are closed wait in a queue
        long bytes = all * Sizes.ACCOUNT + found * layout.mapNode() + (all - found) * layout.referenceBytes();
        mostFound = Math.max(mostFound, spenders.size());
        bytes += made * Sizes.ALL_OF_A_CHUNK + forgottenBytes.get() + layout.mapTable(mostFound);
        for (Spender spender : spenders.values()) {
            bytes += bytes(spender);
        }
        return bytes;
    }
}
