import type { Token } from 'markdown-it';
import { sentencesOf } from '#/lib/sentences.ts';
import { createParser, plainText } from './markdown.ts';

export type PageSection = {
  /** The anchor of its heading; undefined before the first one. */
  readonly anchor: string | undefined;
  /** Empty before the first heading. */
  readonly heading: string;
  readonly sentences: readonly string[];
};

const parser = createParser();

/** The text of a page, cut at its headings and into sentences. Tables and quotations are left out: alone they say little. */
export function sectionsOf(markdown: string): PageSection[] {
  const sections: { anchor: string | undefined; heading: string; sentences: string[] }[] = [];
  const tokens = parser.parse(markdown, {});
  let inside = 0;
  for (const [index, token] of tokens.entries()) {
    if (/^(table|blockquote)_/.test(token.type)) inside += token.nesting;
    if (token.type !== 'inline' || inside > 0) continue;
    const before = tokens[index - 1];
    if (before?.type === 'heading_open')
      sections.push({ anchor: String(before.attrGet('id')), heading: plainText(token), sentences: [] });
    else {
      if (sections.length === 0) sections.push({ anchor: undefined, heading: '', sentences: [] });
      sections.at(-1)?.sentences.push(...sentencesOf(readable(token)));
    }
  }
  return sections.filter(({ sentences }) => sentences.length > 0);
}

/** Lines that break in a paragraph go on after a space. */
const readable = (token: Token) =>
  (token.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'text' || type === 'code_inline' ? content : '',
    )
    .join('');
