import { expect, test } from 'vitest';
import { csvCell } from './result-file.rules.ts';

test.each([
  ['Mina', 'Mina'],
  ['米娜', '米娜'],
  [12, '12'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
])('a cell of %j is written %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
