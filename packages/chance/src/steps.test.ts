import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './steps.ts';

test('a value is written as the sample of RFC 8785 is (section 3.2.2 and 3.2.3)', () => {
  const sample = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`) as Json;
  expect(canonicalJson(sample)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
      String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

test('names stand in the order of their UTF-16 code units, as the sample of section 3.2.3 has them', () => {
  const sample = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
  }`) as Json;
  const values = Object.values(JSON.parse(canonicalJson(sample)) as Record<string, string>);
  // JavaScript objects keep the order of their names, except for integer names.
  expect(values.filter((value) => value !== 'One')).toEqual([
    'Carriage Return',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

test('numbers are written as ECMAScript does (RFC 8785, appendix B)', () => {
  const samples = [0, -0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 1e23, 1e21, 1e-7];
  expect(samples.map(canonicalJson)).toEqual([
    '0',
    '0',
    '5e-324',
    '1.7976931348623157e+308',
    '9007199254740992',
    '295147905179352830000',
    '1e+23',
    '1e+21',
    '1e-7',
  ]);
});

test('invalid JSON is refused', () => {
  expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow(TypeError);
  expect(() => canonicalJson('\ud83d')).toThrow(TypeError);
});
