/**
 * The figures as SQL tables: live tables in a private H2 database within this JVM.
 *
 * <p>{@code H2TablesProvider} reads H2's version by reflection before it uses {@code H2Database}, so H2 may be absent
 * or too old. {@code StatementTables} and {@code TopRuTables} declare the tables. Each is a {@code LiveTable} with a
 * {@code LiveContent}: its columns, and the source of its rows, which are made when a query reads them. A query's bounds
 * reach {@code LiveContent.find}, so a query by digest reads one row.
 * Writes are refused; TRUNCATE resets the figures behind the table.
 *
 * <p>H2 compares catalog names case-sensitively, and its case-insensitive mode breaks {@code information_schema}. So
 * {@code CatalogConnection} lower-cases the literals in queries that read only the catalog. {@code SqlAccess} opens nothing
 * before it is asked.
 */
@NullMarked
package dev.tollbooth.internal.sql;

import org.jspecify.annotations.NullMarked;
