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
