/**
 * TopRU: request units by user and statement in each window, in bounded memory and with exact sums.
 *
 * <p>{@code TopRu.sample} takes each second the increment of every account and adds it to the {@code TierTable}: 200
 * users times 200 statements. {@code TopTable} admits twice as many keys as it may keep, cuts them by quickselect and
 * adds the rest to others. A {@code FoldedSketch} remembers folded totals to rank keys that return; it never gives a
 * figure. {@code Windows} collects buckets of 15 seconds and groups them into items when the window closes. {@code
 * RecentWindows} keeps the last hour.
 *
 * <p>A running statement counts at each tick only where its request units are estimated. If a server may report them,
 * an execution counts at its end, as one record with one source. {@code Progress} has the part of a running entry that
 * was counted already.
 *
 * <p>Collecting is on while at least one {@code Lease} is open. Request units that were collected when the last lease
 * closes are dropped at the end of their window and counted as DISABLED. {@code EpochClock} reads the wall clock only
 * between two buckets. A step back of up to a minute stops time; a longer one closes the window early.
 *
 * <p>Origins ({@code topru.by-origin=on}) are parts of an account's totals and move with them through all tiers. CPU
 * time ({@code cpu-time=on}) is read together with the client's bytes, and scaled up in the same way.
 *
 * <p>Tests: {@code ConservationTest} runs 10,000 random schedules, and each of five planted faults makes it fail;
 * {@code RecallTest} and {@code PoolRecallTest} measure how many of the true top 200 are named.
 */
@NullMarked
package dev.tollbooth.internal.topru;

import org.jspecify.annotations.NullMarked;
