import type { Language } from '@lightstick/contract';
import type { Letter, Message } from '../mail.ts';
import { htmlOf } from './html.ts';
import { textOf } from './text.ts';
import { wordingOf } from './wording.ts';

/**
 * Words a letter, as plain text and as HTML.
 *
 * @param publicUrl - the site's address without a slash at its end, for links.
 */
export function composeMessage(
  letter: Letter,
  language: Language,
  publicUrl: string,
): Pick<Message, 'subject' | 'text' | 'html'> {
  const wording = wordingOf(letter, language);
  return {
    subject: wording.subject,
    text: textOf(wording, language, publicUrl),
    html: htmlOf(wording, language, publicUrl),
  };
}
