/**
 * The statement table: the costs of statements since the start, in rows by schema and digest.
 *
 * <p>{@code StatementTable.lock}, a fair lock, guards all figures. The structure lock beside it keeps totals from
 * moving between rows while all rows are read; a thread that needs both takes the structure lock first. {@code Ledger}
 * adds entries to rows. If there is no memory for a row, its execution counts in the row without digest, whose memory
 * is allocated at the start. {@code TableMemory} refuses new rows when the table has used its share of {@code
 * memory.limit}.
 *
 * <p>{@code StatementDeltas} returns the figures since its last read. It keeps each row's figures of that read, packed
 * into about 220 bytes ({@code RowFigures}), and skips rows whose {@code Totals.changes} is the same. If a row was
 * evicted or truncated meanwhile, its remaining delta appears in the record of statements without a row.
 */
@NullMarked
package dev.tollbooth.internal.table;

import org.jspecify.annotations.NullMarked;
