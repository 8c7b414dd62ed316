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
    '媽的',
    '真他媽的爛',
    '今天媽的好煩',
    '叫他去死',
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
    '小豆媽的生日',
    'Mina媽的便當',
    '露米會去死忠粉那邊嗎',
    '會過去死守第一',
    '出口交通管制嗎',
    '還有三小時',
  ])('passes %j', (text) => {
    expect(isFiltered(text)).toBe(false);
  });
});
