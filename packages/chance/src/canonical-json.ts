export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * The canonical JSON of a value (RFC 8785): no spaces, names in UTF-16 code unit order, ECMAScript numbers and strings,
 * so that anyone can recompute its hash.
 *
 * @throws TypeError for a non-finite number or a lone surrogate
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as { readonly [name: string]: Json });
    // Strings compare by code units by default.
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('A text has half of a surrogate pair');
  return JSON.stringify(value);
}
