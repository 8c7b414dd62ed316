import { describe, expect, it } from 'vitest';
import { createWordFilter } from './word-filter.ts';

const isFiltered = createWordFilter(['白癡', '去死', '智障', 'ㄍㄋㄋ']);

describe('the word filter', () => {
  it.each(['fuck', 'ＦＵＣＫ', 'sh1t', '你這個白癡', '你這個白痴', '白 癡', '白。癡', '智—障', '去 ✨ 死', 'ㄍ ㄋ ㄋ'])(
    'finds %j',
    (text) => {
      expect(isFiltered(text)).toBe(true);
    },
  );

  it.each(['a classic', 'Scunthorpe', '今天的舞台好美', '死忠粉絲去哪裡', '智慧', '白白胖胖'])('passes %j', (text) => {
    expect(isFiltered(text)).toBe(false);
  });
});
