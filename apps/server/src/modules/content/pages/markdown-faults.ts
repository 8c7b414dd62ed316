import MarkdownIt, { type Token } from 'markdown-it';
import { createParser } from './markdown.ts';

/** A construct that written pages do not allow. */
export type MarkdownFault = {
  /** From 1. */
  readonly line: number;
  /** Names what was found and what is expected. */
  readonly message: string;
};

const linkExpectation =
  'an https:// or mailto: address, a path of this site such as /rule, or #section-… of a heading of this page';
const pictureExpectation = 'a picture that this site draws, such as /art/v1/covers/night-sky.svg';
const levelExpectation = '## to ####, because the title is the heading of the first level';

/** Parses what the real parser would silently leave as text: raw HTML, and links of any scheme. */
const curious = new MarkdownIt({ html: true });
curious.validateLink = () => true;

const plain = createParser();

/**
 * Finds faults of a page's Markdown in order: raw HTML, links and pictures that cannot be shown, and headings that do not
 * fit below the page's title.
 */
export function findMarkdownFaults(markdown: string): MarkdownFault[] {
  const anchors = new Set(
    plain.parse(markdown, {}).flatMap((token) => (token.type === 'heading_open' ? [`#${token.attrGet('id')}`] : [])),
  );
  return placed(curious.parse(markdown, {})).flatMap(({ token, line }) => {
    const message = faultOf(token, anchors);
    return message === undefined ? [] : [{ line, message }];
  });
}

function faultOf(token: Token, anchors: ReadonlySet<string>): string | undefined {
  switch (token.type) {
    case 'html_block':
    case 'html_inline':
      return `has the raw HTML ${shown(token.content)}; expected Markdown only`;
    case 'heading_open':
      return isLevelRight(token) ? undefined : `has a heading ${token.markup}; expected ${levelExpectation}`;
    case 'link_open':
      return linkFault(String(token.attrGet('href')), anchors);
    case 'image':
      return pictureFault(token);
    default:
      return undefined;
  }
}

function isLevelRight({ tag }: Token): boolean {
  return ['h2', 'h3', 'h4'].includes(tag);
}

function linkFault(href: string, anchors: ReadonlySet<string>): string | undefined {
  const found = `has a link to ${shown(decoded(href))}`;
  if (href.startsWith('#')) {
    return anchors.has(decoded(href))
      ? undefined
      : `${found}, which no heading has; expected one of the page's headings`;
  }
  const isFine = /^https:\/\/[^\s/]+|^mailto:[^\s@]+@[^\s@]+$|^\/(?![/\\])/i.test(href);
  return isFine ? undefined : `${found}; expected ${linkExpectation}`;
}

function pictureFault(token: Token): string | undefined {
  const src = String(token.attrGet('src'));
  if (!/^\/art\/v\d+\/[a-z]+\/[a-z0-9-]+\.svg$/.test(src)) {
    return `has a picture from ${shown(src)}; expected ${pictureExpectation}`;
  }
  return token.content.trim() === ''
    ? `has the picture ${src} without words; expected what it shows between the brackets: ![…](${src})`
    : undefined;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const shownCharactersMax = 60;

function shown(found: string): string {
  const text = found.trim();
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}

/** All tokens with their lines. Only blocks have lines, so inside one the line breaks are counted. */
function placed(tokens: readonly Token[]): { token: Token; line: number }[] {
  let line = 1;
  return tokens.flatMap((token) => {
    if (token.map) line = token.map[0] + 1;
    let inner = line;
    const children = (token.children ?? []).map((child) => {
      const entry = { token: child, line: inner };
      if (child.type === 'softbreak' || child.type === 'hardbreak') inner += 1;
      return entry;
    });
    return [{ token, line }, ...children];
  });
}
