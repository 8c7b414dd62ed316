import { expect, it } from 'vitest';
import { sectionsOf } from './page-sections.ts';

it('cuts a page at its headings and into sentences, without tables and quotations', () => {
  const markdown = `Be **kind**. Read the [rules](/rule).

## Your votes

They count
once. Always.

| a | b |
| - | - |
| 1 | 2 |

> Write to us.

## Empty

## 票數

每天三票。
用完再來。
`;
  expect(sectionsOf(markdown)).toEqual([
    { anchor: undefined, heading: '', sentences: ['Be kind.', 'Read the rules.'] },
    { anchor: 'section-your-votes', heading: 'Your votes', sentences: ['They count once.', 'Always.'] },
    { anchor: 'section-票數', heading: '票數', sentences: ['每天三票。', '用完再來。'] },
  ]);
});
