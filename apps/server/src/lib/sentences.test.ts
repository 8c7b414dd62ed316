import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

it('ends sentences at their marks, and not inside numbers', () => {
  expect(sentencesOf('It is 3.5 now. 真的嗎？真的！ Yes')).toEqual(['It is 3.5 now.', '真的嗎？', '真的！', 'Yes']);
});
