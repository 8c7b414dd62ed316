import { expect, test } from 'vitest';
import { fanCodes } from './fan-codes.ts';

test('codes are counted up in the letters that codes are made of', () => {
  expect(fanCodes(0, 2)).toEqual(['AAAAAAAA', 'AAAAAAAB']);
  expect(fanCodes(31, 2)).toEqual(['AAAAAAA9', 'AAAAAABA']);
  expect(fanCodes(32 ** 8 - 1, 1)).toEqual(['99999999']);
});

test('a hundred thousand codes are a hundred thousand different ones', () => {
  const codes = [...fanCodes(0, 60_000), ...fanCodes(60_000, 40_000)];
  expect(new Set(codes).size).toBe(100_000);
  expect(codes.every((code) => /^[A-Z2-9]{8}$/.test(code))).toBe(true);
});
