import MarkdownIt, { type MarkdownIt as Parser, type StateCore, type Token } from 'markdown-it';

/** Scripts without spaces between words: Han and its punctuation. */
const unspaced = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;

/** The Markdown of written pages: CommonMark and tables. Raw HTML stays text; files with raw HTML are refused earlier. */
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

/** The readable text of a heading or paragraph, without emphasis and links. */
export function plainText(inline: Pick<Token, 'children'> | undefined): string {
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
