/**
 * TopRU: request units by user and statement in each window, in bounded memory and with exact sums.
 *
 * <p>{@code TopRu.sample} takes each second the increment of every account and adds it to the {@code TierTable}: 200
 * users times 200 statements. {@code TopTable} admits twice as many keys as it may keep, cuts them by quickselect and
 * adds the rest to others. A {@code FoldedSketch} remembers what was cut, to rank keys that come again; it never gives
 * a figure. {@code Windows} collects buckets of 15 seconds and groups them into items when the window closes. {@code
 * RecentWindows} keeps the last hour.
 *
 * <p>A running statement counts at each tick only where its request units are estimated. Where a server may tell them,
 * nothing counts before the end, so an execution is one record with one source. {@code Progress} knows how much of a
 * running entry was counted already.
 *
 * <p>Collecting is on while somebody holds a {@code Lease}. Request units that were collected when the last lease
 * closes are dropped at the end of their window and counted as DISABLED. {@code EpochClock} reads the wall clock once.
 * A step back of up to a minute stops time; a longer one closes the window early.
 *
 * <p>Origins ({@code topru.by-origin=on}) are parts of an account's totals and move with them through all tiers. CPU
 * time ({@code cpu-time=on}) is read where the client's bytes are due and scaled by what each reading stands for.
 *
 * <p>Tests: {@code ConservationTest} runs 10,000 random schedules, and four planted faults turn it red; {@code
 * RecallTest} and {@code PoolRecallTest} measure how many of the true top 200 are named.
 */
@NullMarked
package dev.tollbooth.internal.topru;

import org.jspecify.annotations.NullMarked;
