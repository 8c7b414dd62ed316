import { describe, expect, test } from 'vitest';
import {
  accepted,
  calendarDate,
  chosen,
  decimal,
  digits,
  emailAddress,
  type FieldRule,
  firstProblem,
  integer,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  lengthExactly,
  matching,
  notBlank,
  numberAtLeast,
  numberAtMost,
  numberBetween,
  oneOf,
  required,
  webAddress,
} from './field-rules.ts';

type Case = { rule: FieldRule; right: readonly string[]; wrong: readonly string[]; problem: object };

const cases: Readonly<Record<string, Case>> = {
  required: { rule: required, right: ['x', ' '], wrong: [''], problem: { id: 'form.required', values: {} } },
  chosen: { rule: chosen, right: ['blue'], wrong: [''], problem: { id: 'form.chosen', values: {} } },
  accepted: { rule: accepted, right: ['yes'], wrong: [''], problem: { id: 'form.accepted', values: {} } },
  'not blank': { rule: notBlank, right: [' x '], wrong: [' ', '\t  '], problem: { id: 'form.whitespace', values: {} } },
  'one of a list': {
    rule: oneOf(['red', 'blue']),
    right: ['red', 'blue'],
    wrong: ['Red', 'green'],
    problem: { id: 'form.enum', values: { options: 'red, blue' } },
  },
  'an email address': {
    rule: emailAddress,
    right: ['a@b.co', ' mina@example.com ', 'first.last+tag@sub.example.org', 'fan@例子.台灣', 'fan＠example.com'],
    wrong: ['mina', 'mina@', '@example.com', 'mina@example', 'mi na@example.com'],
    problem: { id: 'form.type.email', values: {} },
  },
  'a web address': {
    rule: webAddress,
    right: ['https://example.com', 'http://example.com/a?b=c', ' https://例え.jp '],
    wrong: ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://'],
    problem: { id: 'form.type.url', values: {} },
  },
  'a number': {
    rule: decimal,
    right: ['0', '-3', '4.25', '.5', '12,345', '１２'],
    wrong: ['x', '1,5', '1e5', '1.2.3', 'Infinity', '0x10'],
    problem: { id: 'form.type.number', values: {} },
  },
  'a whole number': {
    rule: integer,
    right: ['0', '-3', '12,345', '１２'],
    wrong: ['4.5', '5.0', '1,5', '1e2', 'x', '9007199254740993'],
    problem: { id: 'form.type.integer', values: {} },
  },
  'a date': {
    rule: calendarDate,
    right: ['2026-11-21', '2028-02-29'],
    wrong: ['2026-02-29', '2026-13-01', '21.11.2026', '2026-11-2', '2026-11'],
    problem: { id: 'form.type.date', values: {} },
  },
  'a count of digits': {
    rule: digits(6),
    right: ['123456'],
    wrong: ['12345', '12345a', '1234567'],
    problem: { id: 'form.digits', values: { length: 6 } },
  },
  'an exact length': {
    rule: lengthExactly(3),
    right: ['abc', '甲乙丙', '💜💜💜', '❤️🇹🇼👨‍👩‍👧‍👦'],
    wrong: ['ab', 'abcd'],
    problem: { id: 'form.length.exact', values: { length: 3 } },
  },
  'at least so long': {
    rule: lengthAtLeast(3),
    right: ['abc', 'abcd'],
    wrong: ['ab', '💜💜', '👨‍👩‍👧‍👦', 'e\u0301e\u0301'],
    problem: { id: 'form.length.min', values: { min: 3 } },
  },
  'at most so long': {
    rule: lengthAtMost(3),
    right: ['a', 'abc', '💜💜💜', 'e\u0301e\u0301e\u0301'],
    wrong: ['four'],
    problem: { id: 'form.length.max', values: { max: 3 } },
  },
  'so long at the shortest and the longest': {
    rule: lengthBetween(2, 4),
    right: ['ab', 'abcd'],
    wrong: ['a', 'abcde'],
    problem: { id: 'form.length.range', values: { min: 2, max: 4 } },
  },
  'not below a number': {
    rule: numberAtLeast(10),
    right: ['10', '10.5', '1,000'],
    wrong: ['9.99', '-10', 'ten'],
    problem: { id: 'form.number.min', values: { min: 10 } },
  },
  'not above a number': {
    rule: numberAtMost(10),
    right: ['10', '-4'],
    wrong: ['10.01', '1,000', 'ten'],
    problem: { id: 'form.number.max', values: { max: 10 } },
  },
  'between two numbers': {
    rule: numberBetween(1, 99),
    right: ['1', '99'],
    wrong: ['0', '100', 'many'],
    problem: { id: 'form.number.range', values: { min: 1, max: 99 } },
  },
  'of its own shape': {
    rule: matching((value) => /^[A-Z]{2}\d{4}$/.test(value), 'AB1234'),
    right: ['AB1234'],
    wrong: ['ab1234', 'AB12345'],
    problem: { id: 'form.pattern', values: { example: 'AB1234' } },
  },
};

describe.each(Object.entries(cases))('a field that must be %s', (_name, { rule, right, wrong, problem }) => {
  test.each(right)('takes %j', (value) => expect(rule(value)).toBeUndefined());
  test.each(wrong)('objects to %j', (value) => expect(rule(value)).toEqual(problem));
});

test('an optional field is checked only when it is filled in', () => {
  const [, , , ...optional] = Object.values(cases);
  expect(optional.map(({ rule }) => rule('')).filter(Boolean)).toEqual([]);
});

test('a field shows its first problem', () => {
  expect(firstProblem('', [required, emailAddress])?.id).toBe('form.required');
  expect(firstProblem('mina', [required, emailAddress])?.id).toBe('form.type.email');
  expect(firstProblem('mina@example.com', [required, emailAddress])).toBeUndefined();
});
