import pg from 'pg';
import type { CustomTypesConfig } from 'pg';

const { builtins } = pg.types;

/** Object identifiers of array types, which pg does not name (pg_type.dat). */
const arrays = { text: 1009, int8: 1016, date: 1182 } as const;

type Parse = (text: string) => unknown;

/** pg's types name only some of the object identifiers it accepts. */
const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;

/** Cuts an array's text into its elements' texts, null where an element is. */
const parseTexts = defaultParser(arrays.text) as (text: string) => (string | null)[];

/**
 * A bigint as a number. Constraints keep every amount and id below 2^53; a value beyond means that one is missing, and
 * an error is better than a number that is silently another one.
 */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} from the database is no exact number`);
  return value;
}

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseBigint],
  [arrays.int8, (text) => parseTexts(text).map((element) => (element === null ? null : parseBigint(element)))],
  // A calendar day has no time zone; pg would make it midnight of the zone this process runs in.
  [builtins.DATE, (text) => text],
  [builtins.INTERVAL, (text) => text],
  [arrays.date, parseTexts],
]);

/**
 * How values come back from PostgreSQL where it differs from pg’s defaults: bigint as number, date as `YYYY-MM-DD`,
 * interval as PostgreSQL writes it.
 * It belongs to our own pools only, because libraries with pools of their own rely on the defaults.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    const ours = format === 'text' ? parsers.get(oid) : undefined;
    return ours ?? defaultParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};
