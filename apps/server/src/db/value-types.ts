import pg, { type CustomTypesConfig } from 'pg';

const { builtins } = pg.types;

/** Object identifiers of array types, which pg does not name (pg_type.dat). */
const arrays = { text: 1009, int8: 1016, date: 1182 } as const;

type Parse = (text: string) => unknown;

/** pg's types name only some of the object identifiers it accepts. */
const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;

/** Splits an array's text into its elements, with null for missing ones. */
const parseTexts = defaultParser(arrays.text) as (text: string) => (string | null)[];

/** Parses a bigint as a number. Constraints keep every amount and id below 2^53, so a larger value is an error. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} from the database is no exact number`);
  return value;
}

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseBigint],
  [arrays.int8, (text) => parseTexts(text).map((element) => (element === null ? null : parseBigint(element)))],
  // A date has no time zone; pg would make it midnight in this process's zone.
  [builtins.DATE, (text) => text],
  [builtins.INTERVAL, (text) => text],
  [arrays.date, parseTexts],
]);

/**
 * Types that differ from pg's defaults: bigint as number, date as `YYYY-MM-DD`, interval as PostgreSQL writes it. For our
 * own pools only, because libraries with pools of their own rely on the defaults.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    const ours = format === 'text' ? parsers.get(oid) : undefined;
    return ours ?? defaultParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};
