import type * as z from 'zod';
import { Refusal } from '#/errors.ts';
import { expectedWords } from './expected-words.ts';

/** Turns the first thing that is wrong with a payload into a refusal that names the field and what would be right. */
export function invalidRequest(part: 'query' | 'body', issues: readonly z.core.$ZodIssue[], given: unknown): Refusal {
  const issue = issues[0];
  if (!issue)
    return new Refusal('REQUEST_INVALID', { field: part, expected: { en_US: 'is not right', zh_TW: '不正確' } });
  const { en_US, zh_TW } = expectedWords(issue);
  const missing = issue.code !== 'unrecognized_keys' && isMissing(given, issue.path);
  return new Refusal('REQUEST_INVALID', {
    field: fieldName(issue.path) || part,
    expected: missing ? { en_US: `is missing; it ${en_US}`, zh_TW: `缺少此欄位，${zh_TW}` } : { en_US, zh_TW },
  });
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
