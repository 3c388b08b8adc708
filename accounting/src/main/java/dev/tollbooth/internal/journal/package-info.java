/**
 * Journals of each connection's executions, and the code that applies them to the ledger.
 *
 * <p>A {@code Journal} is a ring of entries of eight longs ({@code Entry} names them). It has 16 places, 64 once it has
 * published that many, and up to 65,536 if it is full while the lock is taken. A published entry never changes. Later
 * facts are entries of their own: rows read, request units that the server reported, rows of a later result, commit,
 * rollback.
 *
 * <p>Claiming is a compare-and-set, and the thread that wins writes the next entry alone. A thread that finds the
 * journal claimed takes another one of the session's {@code Journals}, a lane. Entry numbers are never reused in a
 * journal, nor lane numbers in a session. So session, lane and entry identify one execution permanently. A cancel moves
 * the state of exactly that entry from RUNNING to CANCELLING and back ({@code CancelInFlight}). The end of the
 * execution waits for the cancel, usually two seconds at most. An execution that began and could not be ended is
 * published as an entry that counts nothing ({@code Journal.abandon}), by its thread, the next claim or the tick.
 *
 * <p>A thread that claims a journal and finds half of the ring full first applies ("settles") the entries, if the lock
 * is free. If the ring is full and may not grow, the thread waits for the lock, a second at most. Every reader
 * of the table and the tick of each second apply all entries. {@code Progress} moves on before an entry is added, so a
 * failure can't count an entry twice. Readers and ticks wait ten seconds for the lock at most, then throw an error that
 * names the holder of the lock.
 *
 * <p>An entry names its account by an int: the lower 18 bits are a place in {@code Accounts}, the other bits say how
 * often the place was given out. {@code Sweep} closes accounts in two steps. The first makes the account unfindable
 * while its number still works. The second, a second later or more, applies all journals, moves the rest to the owner's
 * others and frees the number, unless an entry that has not ended names it. Above 80,000 accounts, 8,000 spenders, or
 * a sixteenth of {@code memory.limit} in digests, the worker sweeps each second and folds the cheapest accounts. If
 * there is no room at all, a thread gets an account without a number for one execution. So an application's thread
 * never sweeps, and each row stays exact.
 *
 * <p>A closed session applies its entries and is forgotten. A connection that was dropped unclosed leaves its {@code
 * Journals}, which hold no object of the driver; the next tick finds them in a reference queue.
 *
 * <p>{@code QueryWatchdog} looks at running entries every 20 ms where {@code memory.query-limit} is set. It reads each
 * thread's allocated bytes and cancels the entry that is over the limit, once.
 *
 * <p>Tests: {@code JournalTest}, {@code ConservationTest}, {@code CancelRaceTest}; jcstress tests claim, publish,
 * cancel and sweep.
 */
@NullMarked
package dev.tollbooth.internal.journal;

import org.jspecify.annotations.NullMarked;
