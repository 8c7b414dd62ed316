import { expect, test } from 'vitest';
import { formatFileSize } from './format-file-size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [8_400_000, '8.4 MB'],
  [9_960_000, '10 MB'],
  [152_300_000, '152 MB'],
  [4_200_000_000, '4.2 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
