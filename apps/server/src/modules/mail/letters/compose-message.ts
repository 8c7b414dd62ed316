import type { Language } from '@lightstick/contract';
import type { Letter, Message } from '../mail.ts';
import { htmlOf } from './html.ts';
import { textOf } from './text.ts';
import { wordingOf } from './word-letter.ts';

type Place = {
  /** The site's address without a slash at its end, for links. */
  readonly publicUrl: string;
  /** In which instants are told, as an IANA name. */
  readonly timeZone: string;
};

/** Words a letter, as plain text and as HTML. */
export function composeMessage(
  letter: Letter,
  language: Language,
  { publicUrl, timeZone }: Place,
): Pick<Message, 'subject' | 'text' | 'html'> {
  const wording = wordingOf(letter, language, timeZone);
  return {
    subject: wording.subject,
    text: textOf(wording, language, publicUrl),
    html: htmlOf(wording, language, publicUrl),
  };
}
