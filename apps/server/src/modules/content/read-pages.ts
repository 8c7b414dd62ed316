import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages, pageSlugs } from '@lightstick/contract';
import MarkdownIt, { type Token } from 'markdown-it';
import { createParser } from './pages/markdown.ts';
import { type PackPage, type PageHead, pageHead } from './schema/pages.ts';
import { visibleNames } from './visible-names.ts';
import { decodeText } from './yaml-faults.ts';
import { parseFields, type Problem, readYaml } from './yaml-file.ts';

/** The folder of a pack with the written pages. */
const pagesFolder = 'pages';
const pageFileName = /^(?<slug>.+)\.(?<language>[^.]+)\.md$/;

/** The Markdown of a page's file, and its line there. */
export type PageBody = {
  readonly file: string;
  readonly firstLine: number;
  readonly language: Language;
  readonly text: string;
};

export type PagesRead = {
  readonly pages: readonly PackPage[];
  readonly problems: readonly Problem[];
  readonly bodies: readonly PageBody[];
  /** The text of each file by its name in the pack. */
  readonly texts: ReadonlyMap<string, string>;
};

type PageName = { readonly slug: string; readonly language: Language };

/**
 * Reads the pages of a pack; it may have none.
 * @param only the language of a pack that has one, whose pages then stand for both
 */
export async function readPages(folder: string, only?: Language): Promise<PagesRead> {
  const decoded = await readTexts(folder);
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  const bodies: PageBody[] = [];
  const files = new Map<string, PageFile | undefined>();
  for (const [path, file] of decoded) {
    const name = pageNameOf(path.slice(pagesFolder.length + 1));
    if ('expected' in name) {
      problems.push({ file: join(folder, path), line: 1, field: '', message: name.expected });
      continue;
    }
    if ('message' in file) {
      problems.push({ file: join(folder, path), line: 1, field: '', message: file.message });
      files.set(keyOf(name), undefined);
      continue;
    }
    texts.set(path, file.text);
    const read = readPageFile(join(folder, path), file.text);
    problems.push(...read.problems);
    files.set(keyOf(name), read.page);
    if (read.page) {
      const { body, firstLine } = read.page;
      bodies.push({ file: join(folder, path), firstLine, language: name.language, text: body });
    }
  }
  const pages = pageSlugs.flatMap((slug) => {
    const paired = pair(slug, files, { folder, only });
    problems.push(...paired.problems);
    return paired.page ? [paired.page] : [];
  });
  return { pages, problems, bodies, texts };
}

const keyOf = ({ slug, language }: PageName) => `${slug}.${language}`;

async function readTexts(folder: string): Promise<Map<string, ReturnType<typeof decodeText>>> {
  const names = await visibleNames(join(folder, pagesFolder));
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [`${pagesFolder}/${name}`, decodeText(await readFile(join(folder, pagesFolder, name)))] as const,
      ),
    ),
  );
}

function pageNameOf(fileName: string): PageName | { expected: string } {
  const { slug = '', language = '' } = pageFileName.exec(fileName)?.groups ?? {};
  if (!slug) return { expected: 'is not a page; expected a name such as about-us.en_US.md' };
  if (!(pageSlugs as readonly string[]).includes(slug)) {
    return { expected: `is the page "${slug}", which there is not; expected one of ${pageSlugs.join(', ')}` };
  }
  const known = languages.find((one) => one === language);
  if (!known) return { expected: `is in "${language}"; expected one of ${languages.join(', ')}` };
  return { slug, language: known };
}

/** Pairs the two languages of a page. A page may be missing, but not one of its languages. */
function pair(
  slug: string,
  files: ReadonlyMap<string, PageFile | undefined>,
  { folder, only }: { folder: string; only: Language | undefined },
): { page?: PackPage; problems: readonly Problem[] } {
  const pathOf = (language: Language) => join(folder, pagesFolder, `${keyOf({ slug, language })}.md`);
  const missing = languages.filter((language) => !files.has(keyOf({ slug, language })));
  if (missing.length === languages.length) return { problems: [] };
  const isForBoth = only !== undefined && missing.every((language) => language !== only);
  if (missing.length > 0 && !isForBoth) {
    const present = languages.filter((language) => !missing.includes(language));
    const expected = only ? `${only}, the language of the pack` : 'both languages, or none of them';
    const message = `is not there in ${missing.join()}; expected ${expected}`;
    return { problems: present.map((language) => ({ file: pathOf(language), line: 1, field: '', message })) };
  }
  const pageIn = (language: Language) =>
    files.get(keyOf({ slug, language: missing.includes(language) && only ? only : language }));
  const [english, chinese] = [pageIn('en_US'), pageIn('zh_TW')];
  if (!english || !chinese) return { problems: [] };
  if (english.updatedAt !== chinese.updatedAt) {
    const days = `is ${chinese.updatedAt}, but ${english.updatedAt} in en_US`;
    const message = `${days}; expected one day, so that both say the same`;
    return { problems: [chinese.problem('updatedAt', message)] };
  }
  const inBoth = (field: 'title' | 'summary' | 'body') => ({ en_US: english[field], zh_TW: chinese[field] });
  const page = { slug, title: inBoth('title'), summary: inBoth('summary'), body: inBoth('body') };
  return { page: { ...page, updatedAt: english.updatedAt }, problems: [] };
}

/** A page in one language, with the lines of the fields of its head. */
type PageFile = PageHead & {
  readonly body: string;
  readonly firstLine: number;
  readonly problem: (field: keyof PageHead, message: string) => Problem;
};

const fence = '---';

/**
 * Reads a Markdown file with a YAML head between two lines of three hyphens.
 * @param name the file's name in problems
 */
function readPageFile(
  name: string,
  text: string,
): { page: PageFile; problems: readonly [] } | { page: undefined; problems: readonly Problem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf(fence, 1);
  if (lines[0] !== fence || end < 0) {
    const message = `has no head; expected title, summary and updatedAt between two lines of ${fence}`;
    return { page: undefined, problems: [{ file: name, line: 1, field: '', message }] };
  }
  // YAML treats the line of hyphens as the start of a document, so line numbers are those of the file.
  const yaml = readYaml(name, `${lines.slice(0, end).join('\n')}\n`);
  const head = yaml.problems.length > 0 ? undefined : parseFields(pageHead, yaml.contents, yaml.problem);
  const body = lines.slice(end + 1).join('\n');
  const problems = [
    ...yaml.problems,
    ...yaml.misread,
    ...(head?.problems ?? []),
    ...bodyProblems(body).map(({ line, message }) => ({ file: name, line: end + 1 + line, field: 'body', message })),
  ];
  if (problems.length > 0 || !head?.value) return { page: undefined, problems };
  return {
    page: {
      ...head.value,
      body: body.trim(),
      firstLine: end + 2 + (/^\s*\n/.exec(body)?.[0].split('\n').length ?? 1) - 1,
      problem: (field, message) => yaml.problem([field], message),
    },
    problems: [],
  };
}

function bodyProblems(body: string): { line: number; message: string }[] {
  if (body.trim() === '') return [{ line: 0, message: 'is empty; expected the text of the page in Markdown' }];
  return findMarkdownFaults(body);
}

/** A construct that written pages do not allow. */
type MarkdownFault = {
  /** The line, from 1. */
  readonly line: number;
  /** Names the found and the expected construct. */
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
function findMarkdownFaults(markdown: string): MarkdownFault[] {
  const anchors = new Set(
    plain.parse(markdown, {}).flatMap((token) => (token.type === 'heading_open' ? [`#${token.attrGet('id')}`] : [])),
  );
  return placeTokens(curious.parse(markdown, {})).flatMap(({ token, line }) => {
    const message = faultOf(token, anchors);
    return message === undefined ? [] : [{ line, message }];
  });
}

function faultOf(token: Token, anchors: ReadonlySet<string>): string | undefined {
  switch (token.type) {
    case 'html_block':
    case 'html_inline':
      return `has the raw HTML ${quoteText(token.content)}; expected Markdown only`;
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
  const found = `has a link to ${quoteText(decodedAddress(href))}`;
  if (href.startsWith('#')) {
    return anchors.has(decodedAddress(href))
      ? undefined
      : `${found}, which no heading has; expected one of the page's headings`;
  }
  const isFine = /^https:\/\/[^\s/]+|^mailto:[^\s@]+@[^\s@]+$|^\/(?![/\\])/i.test(href);
  return isFine ? undefined : `${found}; expected ${linkExpectation}`;
}

function pictureFault(token: Token): string | undefined {
  const src = String(token.attrGet('src'));
  if (!/^\/art\/v\d+\/[a-z]+\/[a-z0-9-]+\.svg$/.test(src)) {
    return `has a picture from ${quoteText(src)}; expected ${pictureExpectation}`;
  }
  return token.content.trim() === ''
    ? `has the picture ${src} without words; expected what it shows between the brackets: ![…](${src})`
    : undefined;
}

function decodedAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const shownCharactersMax = 60;

function quoteText(found: string): string {
  const text = found.trim();
  return JSON.stringify(text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text);
}

/** Returns all tokens with their lines. Only blocks have lines, so the line breaks inside one are counted. */
function placeTokens(tokens: readonly Token[]): { token: Token; line: number }[] {
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
