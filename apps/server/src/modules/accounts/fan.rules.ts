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
