import type { Language } from '@lightstick/contract';
import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import type { MailContent } from '#/modules/mail/mail.ts';

/** A mail's template, filled in, in one language. */
export type FilledTemplate = {
  readonly subject: string;
  /** The preview text that a mailbox shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown large, for typing. */
  readonly code?: string;
  /** Named facts about the change. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[];
  readonly button?: { readonly label: string; readonly path: string };
  /** Small print: what to do about an unexpected mail. */
  readonly unexpected: string;
  /** Ends such mails, below the small print. */
  readonly unsubscribe?: { readonly label: string; readonly path: string };
};

export type InBothLanguages<Words> = Readonly<Record<Language, Words>>;

/** Closes each mail. */
export const signOff: InBothLanguages<string> = {
  en_US: 'This is an automatic email. Please don’t reply.',
  zh_TW: '此信由系統自動寄出，請勿直接回覆。',
};

/** Fills the template of a kind of mail in from its content; times are in the zone. */
export type NoticeWords<Kind extends MailContent['kind']> = InBothLanguages<
  (content: Extract<MailContent, { kind: Kind }>, timeZone: string) => FilledTemplate
>;

/** Writes an instant with its place, and always its year, because mails are read long afterwards. */
export function instant(at: string, language: Language, timeZone: string): string {
  return formatPlacedDate(new Date(at), language, { timeZone, hasYear: true });
}
