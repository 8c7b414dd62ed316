import type { Renderer, Token } from 'markdown-it';
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { createParser, plainText } from './markdown.ts';

const outside = /^https:/i;

const sanitiserOptions: IOptions = {
  allowedTags: 'p h2 h3 h4 ul ol li blockquote pre code hr br a strong em s img div table thead tbody tr th td'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    ol: ['start'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    th: ['data-align'],
    td: ['data-align'],
    div: [{ name: 'class', values: ['table-scroll'] }, 'role', 'tabindex', 'aria-labelledby'],
  },
  allowedSchemes: ['https', 'mailto'],
  // The content security policy blocks pictures of other sites.
  allowedSchemesByTag: { img: [] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  // `//host/path` looks like a path of this site but leads to another.
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: { ...attributes, loading: 'lazy', decoding: 'async' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !(attribs['src'] ?? '').startsWith('/art/'),
};

/** Links to other sites open a new tab and send no referrer. */
function linkAttributes({ href, title }: Attributes): Attributes {
  return {
    ...(href !== undefined && { href }),
    ...(title !== undefined && { title }),
    ...(href !== undefined && outside.test(href) && { target: '_blank', rel: 'noopener noreferrer' }),
  };
}

/** Reduces HTML to tags and attributes that can do nothing but show text, pictures of this site and links. */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, sanitiserOptions);
}

type Heading = { readonly id: string; readonly text: string; readonly level: number };

type Rendered = {
  /** Sanitised; safe to insert into a page. */
  readonly html: string;
  readonly headings: readonly Heading[];
};

const parser = createParser();

/** The last heading before a table names it for screen readers. */
parser.renderer.rules['table_open'] = (tokens, index, options, _environment, self: Renderer) => {
  const label = tokens
    .slice(0, index)
    .findLast(({ type }) => type === 'heading_open')
    ?.attrGet('id');
  const name = label ? ` role="region" aria-labelledby="${label}"` : '';
  // A table wider than the phone scrolls on its own, also by keyboard.
  return `<div class="table-scroll" tabindex="0"${name}>${self.renderToken(tokens, index, options)}`;
};
parser.renderer.rules['table_close'] = () => '</table></div>\n';
parser.renderer.rules['th_open'] = openCell;
parser.renderer.rules['td_open'] = openCell;

/** The content security policy forbids the `style` that aligns cells, so a style sheet does it. */
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
