import * as z from 'zod';

/**
 * A named piece of a portable copy. It has at most some megabytes, so that a reader takes each as a whole, and the memory stays
 * constant. The order of the parts matters.
 */
export type Part = { readonly name: string; readonly bytes: Uint8Array };

/** What an export or import is doing, in bytes of rows; `of` is an estimate. */
export type Progress = { readonly table: string; readonly done: number; readonly of: number };

/** The first part: what follows, and into which schema it belongs. */
export const manifestName = 'manifest.json';
/** The last part: the rows and hashes of what came before. A copy without it is truncated. */
export const checksumsName = 'checksums.json';
/** The waiting jobs, as if they were a table: the queue's own tables belong to its library. */
export const jobsTable = 'jobs';
/** The usual bytes of a part. */
export const partBytes = 8 * 2 ** 20;
/** A part ends with the piece of the connection that filled it, whatever row that cuts; a piece is much shorter. */
export const mostOfPart = 2 * partBytes;

const qualifiedName = z.string().regex(/^[a-z0-9_]+\.[a-z0-9_]+$/);
const columnName = z.string().regex(/^[a-z0-9_]+$/);
const wholeNumber = z.int().nonnegative();

/** Sums of the ledger, by unit; their keys and values belong to the module of points. */
const sums = z.array(z.record(z.string(), z.union([z.string(), z.number()])));
export type Sums = z.output<typeof sums>;

export const manifestSchema = z.object({
  format: z.literal(1),
  release: z.object({ version: z.string(), commit: z.string().nullable() }),
  madeAt: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: qualifiedName, columns: z.array(columnName).min(1) })),
  sequences: z.array(z.object({ name: qualifiedName, last: z.string().regex(/^\d+$/) })),
  books: z.array(wholeNumber),
  /** Every transaction id in the rows is below this one. */
  nextTransactionId: wholeNumber,
  sums,
});
export type Manifest = z.output<typeof manifestSchema>;

export const checksumsSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      rows: wholeNumber,
      bytes: wholeNumber,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type Checksums = z.output<typeof checksumsSchema>;

/** The name of a table's part, by its place from 1. */
export function partName(table: string, place: number): string {
  return `tables/${table}/${String(place).padStart(6, '0')}.copy`;
}

/** Returns the table and the place of a part; undefined for another name. */
export function parsePartName(name: string): { readonly table: string; readonly place: number } | undefined {
  const [, table, place] = /^tables\/([a-z0-9_.]+)\/(\d{6,})\.copy$/.exec(name) ?? [];
  return table === undefined ? undefined : { table, place: Number(place) };
}

/** The form of values in the rows, whatever the server's and the login's own settings. */
export const sessionSettings = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
  SET LOCAL search_path = pg_catalog; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Why a backup cannot be loaded, in words for an operator; the database is as it was. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The rows and files of a backup are in their place, and what comes after them failed, in words for an operator. */
export class FailedAfterRestore extends Error {
  override readonly name = 'FailedAfterRestore';
}

/** Quotes a name that the schemas above allow. */
export function quoted(table: string): string {
  return table
    .split('.')
    .map((word) => `"${word}"`)
    .join('.');
}
