import { describe, expect, test } from 'vitest';
import { digits, emailAddress, firstProblem, lengthAtMost, notBlank, required } from './field-rules.ts';

describe('a field', () => {
  test('that is required must not be empty', () => {
    expect(required('')?.id).toBe('form.required');
    expect(required('x')).toBeUndefined();
  });

  test('may be left out but not be blank', () => {
    expect(notBlank('   ')?.id).toBe('form.whitespace');
    expect(notBlank('')).toBeUndefined();
  });

  test('tells the first thing that is wrong', () => {
    expect(firstProblem('', [required, emailAddress])?.id).toBe('form.required');
    expect(firstProblem('mina', [required, emailAddress])?.id).toBe('form.type.email');
    expect(firstProblem('mina@example.com', [required, emailAddress])).toBeUndefined();
  });

  test('names the bound that was missed', () => {
    expect(lengthAtMost(3)('four')).toEqual({ id: 'form.lengthMax', values: { max: 3 } });
    expect(digits(6)('12345a')).toEqual({ id: 'form.digits', values: { length: 6 } });
    expect(digits(6)('123456')).toBeUndefined();
  });
});

test.each(['a@b.co', ' mina@example.com ', 'first.last+tag@sub.example.org'])('%s is an address', (typed) => {
  expect(emailAddress(typed)).toBeUndefined();
});

test.each(['mina', 'mina@', '@example.com', 'mina@example', 'mi na@example.com'])('%s is no address', (typed) => {
  expect(emailAddress(typed)).toBeDefined();
});
