import type { Renderer, Token } from 'markdown-it';
import { createParser, plainText } from './parser.ts';
import { sanitiseHtml } from './sanitise-html.ts';

export type Heading = { readonly id: string; readonly text: string; readonly level: number };

export type Rendered = {
  /** Sanitised; safe to be put into a page as it is. */
  readonly html: string;
  readonly headings: readonly Heading[];
};

const parser = createParser();

/** Of the headings before a table the last one names it for screen readers. */
parser.renderer.rules['table_open'] = (tokens, index, options, _environment, self: Renderer) => {
  const label = tokens
    .slice(0, index)
    .findLast(({ type }) => type === 'heading_open')
    ?.attrGet('id');
  const name = label ? ` role="region" aria-labelledby="${label}"` : '';
  // A table wider than the phone scrolls by itself, by the keyboard too.
  return `<div class="table-scroll" tabindex="0"${name}>${self.renderToken(tokens, index, options)}`;
};
parser.renderer.rules['table_close'] = () => '</table></div>\n';
parser.renderer.rules['th_open'] = openCell;
parser.renderer.rules['td_open'] = openCell;

/** The content security policy forbids the `style` by which cells are aligned, so a style sheet does it. */
function openCell(tokens: Token[], index: number): string {
  const { tag = 'td', attrs } = tokens[index] ?? {};
  const align = /text-align:(\w+)/.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1];
  return align === undefined ? `<${tag}>` : `<${tag} data-align="${align}">`;
}

/** Turns Markdown into safe HTML with an anchor at every heading. */
export function renderMarkdown(markdown: string): Rendered {
  const tokens = parser.parse(markdown, {});
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [{ id: String(token.attrGet('id')), text: plainText(tokens[index + 1]), level: Number(token.tag.slice(1)) }]
      : [],
  );
  return { html: sanitiseHtml(parser.renderer.render(tokens, parser.options, {})), headings };
}
