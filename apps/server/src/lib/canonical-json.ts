/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The one way to write a value as JSON (RFC 8785): no spaces, names in the order of their UTF-16 code units, strings and
 * numbers as ECMAScript writes them. Whoever has the value can so compute the bytes, and their hash.
 *
 * @throws TypeError for a number that is not finite, and for a string with half of a surrogate pair
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as { readonly [name: string]: Json });
    // The default order of strings is that of their code units.
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('A text has half of a surrogate pair');
  return JSON.stringify(value);
}
