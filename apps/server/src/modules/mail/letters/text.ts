import type { Language } from '@lightstick/contract';
import { signOff, type Wording } from './wording.ts';

/** A letter as plain text, for readers without HTML. */
export function textOf(wording: Wording, language: Language, publicUrl: string): string {
  const { title, paragraphs, code, facts = [], button, unexpected } = wording;
  const colon = language === 'zh_TW' ? '：' : ': ';
  return [
    title,
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(facts.length > 0 ? [facts.map(({ name, value }) => `${name}${colon}${value}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${publicUrl}${button.path}`] : []),
    unexpected,
    `--\nLightstick\n${publicUrl}\n${signOff[language]}`,
  ].join('\n\n');
}
