import { randomBytes } from 'node:crypto';
import type { Language } from '@lightstick/contract';

/** Without letters and digits that are taken for each other. Both alphabets have 32 signs, so five bits pick one. */
const smallSigns = 'abcdefghijkmnpqrstuvwxyz23456789';
const largeSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomText(signs: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => signs.charAt(byte % signs.length)).join('');
}

/** What the world sees of an account instead of its number: 100 random bits. */
export function randomAccountId(): string {
  return randomText(smallSigns, 20);
}

/** What fans tell each other to be found: 40 random bits, short enough to be typed. */
export function randomFanCode(): string {
  return randomText(largeSigns, 8);
}

/** Seeds the drawing of a portrait. */
export function randomAvatarSeed(): string {
  return randomText(smallSigns, 12);
}

/** For fans who gave themselves no name. */
export function randomNickname(language: Language): string {
  return `${language === 'zh_TW' ? '粉絲' : 'Fan'} ${randomText(largeSigns, 4)}`;
}

/** In place of the name of a fan who has been erased: it tells nothing but that there was somebody. */
export function randomFormerName(language: Language): string {
  return `${language === 'zh_TW' ? '前粉絲' : 'Former fan'} ${randomText(largeSigns, 4)}`;
}

const platform = 'lightstick';
const offices =
  /official|administrator|admin|moderator|support|service|staff|team|help|system|官方|客服|管理員|管理员|工作人員|小編|團隊|系統/g;

/** Letters and digits that are taken for others, in Latin, Cyrillic and Greek. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  $: 's',
  '|': 'l',
  '!': 'l',
  а: 'a',
  е: 'e',
  о: 'o',
  с: 'c',
  к: 'k',
  т: 't',
  ѕ: 's',
  і: 'i',
  ι: 'i',
  κ: 'k',
  τ: 't',
  ο: 'o',
};

/** Whether a name says that the platform itself speaks: its own name, an office in it, or both, and nothing else. */
export function isReservedNickname(nickname: string): boolean {
  const letters = Array.from(nickname.normalize('NFKD').toLowerCase(), (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // An i and an l look alike in many typefaces, on either side of the comparison.
  const own = (text: string) => text.replaceAll('i', 'l');
  const rest = letters.replaceAll(offices, '');
  if (own(rest) === own(platform)) return true;
  return rest === '' && letters !== '';
}
