import { randomBytes } from 'node:crypto';
import type { Language } from '@lightstick/contract';

/** Without look-alike letters and digits. Both alphabets have 32 signs, so five bits select one. */
const smallSigns = 'abcdefghijkmnpqrstuvwxyz23456789';
const largeSigns = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomText(signs: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => signs.charAt(byte % signs.length)).join('');
}

/** The public id of an account: 100 random bits. */
export function randomAccountId(): string {
  return randomText(smallSigns, 20);
}

/** The code by which fans find each other: 40 random bits, short enough to type. */
export function randomFanCode(): string {
  return randomText(largeSigns, 8);
}

export function randomAvatarSeed(): string {
  return randomText(smallSigns, 12);
}

/** The name of a fan who chose none. */
export function randomNickname(language: Language): string {
  return `${language === 'zh_TW' ? '粉絲' : 'Fan'} ${randomText(largeSigns, 4)}`;
}

/** The name shown for an erased fan; it identifies no one. */
export function randomFormerName(language: Language): string {
  return `${language === 'zh_TW' ? '前粉絲' : 'Former fan'} ${randomText(largeSigns, 4)}`;
}

const platform = 'lightstick';
const offices =
  /official|administrator|admin|moderator|support|service|staff|team|help|system|官方|客服|管理員|管理员|工作人員|小編|團隊|系統/g;

/** Letters and digits that resemble others, in Latin, Cyrillic and Greek. */
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

/** Whether a name impersonates the platform: its name, an official role, or both, and nothing else. */
export function isReservedNickname(nickname: string): boolean {
  const letters = Array.from(nickname.normalize('NFKD').toLowerCase(), (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // An i and an l look alike in many typefaces, so both sides map to l.
  const own = (text: string) => text.replaceAll('i', 'l');
  const rest = letters.replaceAll(offices, '');
  if (own(rest) === own(platform)) return true;
  return rest === '' && letters !== '';
}
