import { describe, expect, it } from 'vitest';
import { createWordFilter } from './word-filter.ts';

const isFiltered = createWordFilter(['三小', 'ㄍㄋㄋ']);

describe('the word filter', () => {
  it.each([
    'fuck',
    'ＦＵＣＫ',
    'sh1t',
    '你這個白癡',
    '你這個白痴',
    '白 癡',
    '白。癡',
    '智—障',
    '去 ✨ 死',
    'ㄍ ㄋ ㄋ',
    '你妈的',
    '约炮嗎',
    'f u c k',
    'kys',
    '出口 口交',
  ])('finds %j', (text) => {
    expect(isFiltered(text)).toBe(true);
  });

  it.each([
    'a classic',
    'Scunthorpe',
    '今天的舞台好美',
    '死忠粉絲去哪裡',
    '智慧',
    '白白胖胖',
    '媽媽的歌',
    '出口交通管制嗎',
    '還有三小時',
  ])('passes %j', (text) => {
    expect(isFiltered(text)).toBe(false);
  });
});
