import type * as z from 'zod';
import { Refusal } from '#/errors.ts';
import { expectedWords } from './expected-words.ts';

/** Turns the first thing that is wrong with a payload into a refusal that names the field and what would be right. */
export function invalidRequest(part: 'query' | 'body', issues: readonly z.core.$ZodIssue[], given: unknown): Refusal {
  const [first] = issues;
  const issue = first && meantIssue(first, given);
  if (!issue)
    return new Refusal('REQUEST_INVALID', { field: part, expected: { en_US: 'is not right', zh_TW: '不正確' } });
  const { en_US, zh_TW } = expectedWords(issue);
  const missing = issue.code !== 'unrecognized_keys' && isMissing(given, issue.path);
  return new Refusal('REQUEST_INVALID', {
    field: fieldName(issue.path) || part,
    expected: missing ? { en_US: `is missing; it ${en_US}`, zh_TW: `缺少此欄位，${zh_TW}` } : { en_US, zh_TW },
  });
}

/**
 * Where a payload may have one of several shapes: what is wrong with the shape that was meant, which is the one that
 * lacks the fewest fields, and of two the larger.
 */
function meantIssue(issue: z.core.$ZodIssue, given: unknown): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return issue;
  const missing = (issues: readonly z.core.$ZodIssue[]) => issues.filter(({ path }) => isMissing(given, path)).length;
  const [meant] = issue.errors.toReversed().toSorted((one, other) => missing(one) - missing(other));
  return meant?.[0] ?? issue;
}

/** `num`, `password.keyId`, `idolIds[3]`: as the caller would write it. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name ? `${name}.${String(key)}` : String(key);
  }, '');
}

function isMissing(given: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
  return value === undefined;
}
