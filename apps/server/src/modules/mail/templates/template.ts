import type { Language } from '@lightstick/contract';

/** A mail's template, filled in, in one language. */
export type FilledTemplate = {
  readonly subject: string;
  /** What a mailbox shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read off and typed in. */
  readonly code?: string;
  /** What happened, when, to what: each with its name. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[];
  readonly button?: { readonly label: string; readonly path: string };
  /** In small print: what to do if the reader expected no such mail. */
  readonly unexpected: string;
};

export type InBothLanguages<Words> = Readonly<Record<Language, Words>>;

/** Closes every mail. */
export const signOff: InBothLanguages<string> = {
  en_US: 'This mail was sent automatically, so replies are not read.',
  zh_TW: '此信由系統自動寄出，請勿直接回覆。',
};
