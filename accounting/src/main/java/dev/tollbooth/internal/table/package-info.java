/**
 * The statement table: the costs of statements since the start, in rows by schema and digest.
 *
 * <p>{@code StatementTable.lock}, a fair lock, guards all figures. The structure lock beside it keeps totals from
 * moving between rows while all rows are read; a thread that needs both takes the structure lock first. {@code Ledger}
 * adds entries to rows. An execution whose row finds no memory counts in the row without digest, which has all of its
 * own memory from the start. {@code TableMemory} refuses new rows when the table has used its share of {@code
 * memory.limit}.
 *
 * <p>{@code StatementDeltas} returns the figures since its last read. A row's base is packed into about 220 bytes
 * ({@code RowFigures}). If a row was evicted or truncated meanwhile, its remaining delta appears in the record of
 * statements without a row.
 */
@NullMarked
package dev.tollbooth.internal.table;

import org.jspecify.annotations.NullMarked;
