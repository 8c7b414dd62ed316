import MarkdownIt, { type MarkdownIt as Parser, type Renderer, type StateCore, type Token } from 'markdown-it';
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { sentencesOf } from '#/lib/sentences.ts';

/** Scripts without spaces between words: Han and its punctuation. */
const unspaced = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Creates the Markdown parser of written pages: CommonMark and tables. Raw HTML stays text; files with raw HTML are
 * refused earlier.
 */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  parser.core.ruler.push('join-unspaced-lines', joinUnspacedLines);
  parser.core.ruler.push('heading-ids', addHeadingIds);
  return parser;
}

/** Joins lines that break between two Chinese characters without the space of a soft break. */
function joinUnspacedLines(state: StateCore): void {
  for (const { children } of state.tokens) {
    for (const [index, token] of (children ?? []).entries()) {
      if (token.type !== 'softbreak') continue;
      const before = children?.slice(0, index).findLast(isText)?.content.at(-1) ?? '';
      const after = children?.slice(index).find(isText)?.content[0] ?? '';
      if (!unspaced.test(before) || !unspaced.test(after)) continue;
      token.type = 'text';
      token.content = '';
    }
  }
}

function isText({ content }: Pick<Token, 'content'>): boolean {
  return content !== '';
}

function addHeadingIds(state: StateCore): void {
  const idOf = headingIds();
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', idOf(plainText(state.tokens[index + 1])));
  }
}

/** Returns the readable text of a heading or paragraph, without emphasis and links. */
function plainText(inline: Pick<Token, 'children'> | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

const longestWordsCharacters = 60;

/**
 * Gives headings anchors: `section-` and the heading's words. The prefix avoids clashes with other ids on the screen;
 * repeated headings of a page are numbered.
 */
function headingIds(): (text: string) => string {
  const given = new Map<string, number>();
  return function idOf(text) {
    const words = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, longestWordsCharacters)
      .replaceAll(/^-+|(?<!-)-+$/g, '');
    const id = words === '' ? 'section' : `section-${words}`;
    const times = (given.get(id) ?? 0) + 1;
    given.set(id, times);
    return times === 1 ? id : `${id}-${times}`;
  };
}

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

/** Lets links to other sites open a new tab and send no referrer. */
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

type RenderedPage = {
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

/** Aligns cells by a class, because the content security policy forbids the attribute `style`. */
function openCell(tokens: Token[], index: number): string {
  const { tag = 'td', attrs } = tokens[index] ?? {};
  const align = /text-align:(\w+)/.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1];
  return align === undefined ? `<${tag}>` : `<${tag} data-align="${align}">`;
}

/** Turns Markdown into safe HTML with an anchor at every heading. */
export function renderMarkdown(markdown: string): RenderedPage {
  const tokens = parser.parse(markdown, {});
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [{ id: String(token.attrGet('id')), text: plainText(tokens[index + 1]), level: Number(token.tag.slice(1)) }]
      : [],
  );
  return { html: sanitiseHtml(parser.renderer.render(tokens, parser.options, {})), headings };
}

export type PageSection = {
  /** The anchor of its heading; undefined before the first one. */
  readonly anchor: string | undefined;
  /** Empty before the first heading. */
  readonly heading: string;
  readonly sentences: readonly string[];
};

/**
 * Cuts the text of a page at its headings and into sentences. Tables and quotations are left out, because alone they
 * say little.
 */
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
      sections.at(-1)?.sentences.push(...sentencesOf(textOfToken(token)));
    }
  }
  return sections.filter(({ sentences }) => sentences.length > 0);
}

/** Returns readable text; lines that break in a paragraph go on after a space. */
const textOfToken = (token: Token) =>
  (token.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'text' || type === 'code_inline' ? content : '',
    )
    .join('');
