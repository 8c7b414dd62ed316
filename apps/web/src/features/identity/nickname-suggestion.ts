import type { Language } from '#/lib/environment.ts';

type Words = { readonly first: readonly string[]; readonly second: readonly string[] };

const words: Record<Language, Words> = {
  en_US: {
    first: [
      'Starry',
      'Sunny',
      'Lucky',
      'Misty',
      'Velvet',
      'Golden',
      'Silver',
      'Cosmic',
      'Mellow',
      'Neon',
      'Rosy',
      'Breezy',
    ],
    second: [
      'Encore',
      'Lantern',
      'Melody',
      'Comet',
      'Echo',
      'Chorus',
      'Firefly',
      'Ribbon',
      'Harmony',
      'Spark',
      'Balcony',
      'Tempo',
    ],
  },
  zh_TW: {
    first: ['星光', '暖陽', '月夜', '晨曦', '銀河', '彩虹', '微風', '櫻花', '琥珀', '霓虹', '薄荷', '蜂蜜'],
    second: ['安可', '燈籠', '旋律', '彗星', '回聲', '合唱', '螢火蟲', '緞帶', '和聲', '火花', '節拍', '拍手聲'],
  },
};

/** A friendly nickname for a newcomer to keep or change, such as “Starry Lantern 27”. */
export function suggestNickname(language: Language, random: () => number = Math.random): string {
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const { first, second } = words[language];
  const number = 10 + Math.floor(random() * 90);
  const space = language === 'en_US' ? ' ' : '';
  return `${oneOf(first)}${space}${oneOf(second)} ${number}`;
}
