import type { Language } from '@lightstick/contract';
import type { Letter } from '../mail.ts';
import { alreadyRegistered, emailTaken, noAccount } from './answer-wording.ts';
import { codeWording } from './code-wording.ts';
import { accountLeaving, emailChanged, passwordChanged } from './notice-wording.ts';
import type { Wording } from './wording.ts';

/**
 * The words of a letter.
 *
 * @param timeZone - in which instants are told, as an IANA name.
 */
export function wordingOf(letter: Letter, language: Language, timeZone: string): Wording {
  if ('code' in letter) return codeWording(letter, language);
  switch (letter.kind) {
    case 'alreadyRegistered':
      return alreadyRegistered[language];
    case 'noAccount':
      return noAccount[language];
    case 'emailTaken':
      return emailTaken[language];
    case 'passwordChanged':
      return passwordChanged[language](letter, timeZone);
    case 'emailChanged':
      return emailChanged[language](letter, timeZone);
    case 'accountLeaving':
      return accountLeaving[language](letter, timeZone);
  }
}
