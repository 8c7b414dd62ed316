import { expectationOf, type Language } from '@lightstick/contract';
import type * as z from 'zod';
import { Refusal } from '#/errors.ts';

/** Turns a payload's first issue into a refusal that names the field and the expected value. */
export function invalidRequest(part: 'query' | 'body', issues: readonly z.core.$ZodIssue[], given: unknown): Refusal {
  const [first] = issues;
  const issue = first && meantIssue(first, given);
  if (!issue)
    return new Refusal('REQUEST_INVALID', { field: part, expected: { en_US: 'is invalid', zh_TW: '不正確' } });
  const { en_US, zh_TW } = expectedText(issue);
  const missing = issue.code !== 'unrecognized_keys' && isMissing(given, issue.path);
  return new Refusal('REQUEST_INVALID', {
    field: fieldName(issue.path) || part,
    expected: missing ? { en_US: `is missing; it ${en_US}`, zh_TW: `缺少此欄位，${zh_TW}` } : { en_US, zh_TW },
  });
}

/**
 * Returns the issue of the intended shape of a payload with several: the one that lacks the fewest fields; on a tie,
 * the larger shape.
 */
function meantIssue(issue: z.core.$ZodIssue, given: unknown): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return issue;
  const countMissing = (issues: readonly z.core.$ZodIssue[]) =>
    issues.filter(({ path }) => isMissing(given, path)).length;
  const [meant] = issue.errors.toReversed().toSorted((one, other) => countMissing(one) - countMissing(other));
  return meant?.[0] ?? issue;
}

/** Writes the path as the caller would: `num`, `password.keyId`, `idolIds[3]`. */
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

type Words = Readonly<Record<Language, string>>;
type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, Words>> = {
  string: { en_US: 'text', zh_TW: '文字' },
  number: { en_US: 'a number', zh_TW: '數字' },
  int: { en_US: 'a whole number', zh_TW: '整數' },
  boolean: { en_US: 'true or false', zh_TW: 'true 或 false' },
  array: { en_US: 'a list', zh_TW: '清單' },
  object: { en_US: 'an object', zh_TW: '物件' },
  record: { en_US: 'an object', zh_TW: '物件' },
  null: { en_US: 'null', zh_TW: 'null' },
};

const formatNames: Readonly<Record<string, Words>> = {
  email: { en_US: 'an email address such as mina@example.com', zh_TW: '電子郵件地址，例如 mina@example.com' },
  uuid: { en_US: 'a UUID', zh_TW: 'UUID' },
  datetime: { en_US: 'a UTC time such as 2026-11-21T03:16:53.000Z', zh_TW: 'UTC 時間，例如 2026-11-21T03:16:53.000Z' },
  base64: { en_US: 'base64', zh_TW: 'base64' },
  url: { en_US: 'a web address', zh_TW: '網址' },
};

/** Writes the expectation behind an issue, to be read after the field's name. */
function expectedText(issue: Issue): Words {
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(typeName(issue.expected));
    case 'too_small':
      return describeBound(issue.origin, { least: Number(issue.minimum), inclusive: issue.inclusive ?? true });
    case 'too_big':
      return describeBound(issue.origin, { most: Number(issue.maximum), inclusive: issue.inclusive ?? true });
    case 'invalid_format':
      return mustBe(formatName(issue));
    case 'invalid_value':
      return oneOf(issue.values.map((value) => ({ en_US: String(value), zh_TW: String(value) })));
    case 'not_multiple_of':
      return mustBe({ en_US: `a multiple of ${issue.divisor}`, zh_TW: `${issue.divisor} 的倍數` });
    case 'unrecognized_keys':
      return { en_US: `must not have ${issue.keys.join(', ')}`, zh_TW: `不可包含 ${issue.keys.join('、')}` };
    case 'invalid_union':
      return union(issue.errors);
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] ? expectedText(issue.issues[0]) : quoteMessage(issue.message);
    case 'custom':
      return quoteMessage(issue.message);
  }
}

/** Describes several possible shapes: the issue of the only one that fits at first sight, otherwise all shapes. */
function union(branches: readonly (readonly Issue[])[]): Words {
  const fitting = branches.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  const onlyOne = fitting.length === 1 ? fitting[0]?.[0] : undefined;
  if (onlyOne) return expectedText(onlyOne);
  const types = branches.flatMap((issues) =>
    issues.flatMap((issue) => (issue.code === 'invalid_type' ? [typeName(issue.expected)] : [])),
  );
  return types.length > 0 ? oneOf(types) : { en_US: 'is not one of the allowed shapes', zh_TW: '不是允許的格式' };
}

function typeName(type: string): Words {
  return typeNames[type] ?? { en_US: type, zh_TW: type };
}

/** Names a format. A pattern has the words of the contract; other formats have a name. */
function formatName(issue: Extract<Issue, { code: 'invalid_format' }>): Words {
  const { format, message } = issue;
  return formatNames[format] ?? quoteMessage(message);
}

type NumberBound = { readonly least?: number; readonly most?: number; readonly inclusive: boolean };

function describeBound(origin: string, { least, most, inclusive }: NumberBound): Words {
  const limit = least ?? most ?? 0;
  const english = least === undefined ? (inclusive ? 'at most' : 'less than') : inclusive ? 'at least' : 'more than';
  const chinese = least === undefined ? (inclusive ? '最多' : '少於') : inclusive ? '至少' : '多於';
  if (origin === 'string') {
    return {
      en_US: `must have ${english} ${limit} ${limit === 1 ? 'character' : 'characters'}`,
      zh_TW: `長度${chinese} ${limit} 個字元`,
    };
  }
  if (origin === 'array') {
    return {
      en_US: `must have ${english} ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
      zh_TW: `${chinese}需有 ${limit} 項`,
    };
  }
  return { en_US: `must be ${english} ${limit}`, zh_TW: `必須${chineseNumber(chinese)} ${limit}` };
}

/** Writes a bound in Chinese, which says "at or above" for numbers and "at least" for lengths. */
function chineseNumber(words: string): string {
  return { 最多: '小於或等於', 少於: '小於', 至少: '大於或等於', 多於: '大於' }[words] ?? words;
}

function mustBe(words: Words): Words {
  return { en_US: `must be ${words.en_US}`, zh_TW: `必須是${spaceLatin(words.zh_TW)}` };
}

function oneOf(choices: readonly Words[]): Words {
  const english = [...new Set(choices.map((choice) => choice.en_US))];
  const chinese = [...new Set(choices.map((choice) => choice.zh_TW))];
  return mustBe({ en_US: english.join(' or '), zh_TW: chinese.join(chinese.some(isLatin) ? ' 或 ' : '或') });
}

/** Puts a space between Chinese characters and Latin letters or digits, as Chinese typography does. */
function spaceLatin(text: string): string {
  return isLatin(text) ? ` ${text}` : text;
}

function isLatin(text: string): boolean {
  return /^[\w-]/.test(text);
}

function quoteMessage(message: string): Words {
  return expectationOf(message) ?? { en_US: message, zh_TW: message };
}
