import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem, readPack } from '#/modules/content/index.ts';
import { type Edit, type PackFolder, smallPack } from './small-pack.ts';

const english = 'pages/use-terms.en_US.md';
const chinese = 'pages/use-terms.zh_TW.md';

async function problemsOf(folder: PackFolder): Promise<string[]> {
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replaceAll(`${folder.path}/`, ''));
}

const refusals: readonly [what: string, edit: Edit, problem: string | RegExp][] = [
  [
    'no title',
    [english, 'title: Terms\n', ''],
    `${english}:2 title: is missing; expected a text of 1 to 60 characters`,
  ],
  [
    'a blank title',
    [english, 'title: Terms', "title: '  '"],
    `${english}:2 title: is "  "; expected a text of 1 to 60 characters`,
  ],
  [
    'a field that is misspelt',
    [english, 'summary:', 'sumary:'],
    `${english}:3 sumary: is not a known field; expected one of title, summary, updatedAt`,
  ],
  [
    'a day that does not exist',
    [english, '2026-11-21', '2026-02-30'],
    `${english}:4 updatedAt: is "2026-02-30"; expected a day that exists: 2026-02 has 28 days`,
  ],
  [
    'another day than in the other language',
    [chinese, '2026-11-21', '2026-11-22'],
    `${chinese}:4 updatedAt: is 2026-11-22, but 2026-11-21 in en_US; expected one day, so that both say the same`,
  ],
  [
    'a head that is not closed',
    [english, '2026-11-21\n---', '2026-11-21\n'],
    /:1 has no head; expected title, summary/,
  ],
  [
    'broken YAML',
    [english, 'title: Terms', 'title: [Terms'],
    /^pages\/use-terms\.en_US\.md:\d (\w+: )?is not valid YAML; /,
  ],
  [
    'no text',
    [english, 'Be **kind**.\n\n## Votes\n\nSee the [rules](/rule).\n', ''],
    `${english}:5 body: is empty; expected the text of the page in Markdown`,
  ],
  [
    'raw HTML in a line',
    [english, 'Be **kind**.', 'Be <b>kind</b>.'],
    `${english}:7 body: has the raw HTML "<b>"; expected Markdown only`,
  ],
  [
    'a raw block of HTML',
    [english, 'See the [rules]', '<script>alert(1)</script>\n\nSee the [rules]'],
    `${english}:11 body: has the raw HTML "<script>alert(1)</script>"; expected Markdown only`,
  ],
  [
    'a link that runs a script, on the second line of its paragraph',
    [english, 'Be **kind**.', 'Be **kind**,\nand [press](javascript:alert(1)).'],
    /^pages\/use-terms\.en_US\.md:8 body: has a link to "javascript:alert\(1\)"; expected an https:\/\/ /,
  ],
  [
    'a link without TLS',
    [english, '(/rule)', '(http://example.com)'],
    /:11 body: has a link to "http:\/\/example\.com"; expected an https:/,
  ],
  [
    'a link that only looks like a path',
    [english, '(/rule)', '(//example.com)'],
    /:11 body: has a link to "\/\/example\.com"/,
  ],
  [
    'a link to a heading that is not there',
    [english, '(/rule)', '(#section-prizes)'],
    `${english}:11 body: has a link to "#section-prizes", which no heading has; expected one of the page's headings`,
  ],
  [
    'a picture from elsewhere',
    [english, 'See', '![A cat](https://example.com/cat.png) See'],
    /:11 body: has a picture from "https:\/\/example\.com\/cat\.png"; expected a picture that this site draws/,
  ],
  [
    'a picture without words',
    [english, 'See', '![](/art/v1/covers/night.svg) See'],
    /:11 body: has the picture \/art\/v1\/covers\/night\.svg without words; expected what it shows/,
  ],
  [
    'a heading of the first level',
    [english, '## Votes', '# Votes'],
    `${english}:9 body: has a heading #; expected ## to ####, because the title is the heading of the first level`,
  ],
];

test.each(refusals)('a page is refused with its place: %s', async (_, edit, problem) => {
  await using folder = await smallPack(edit);
  expect(await problemsOf(folder)).toContainEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});

test('a page may link to this site, its own headings, others by TLS and a mailbox, and show drawings', async () => {
  await using folder = await smallPack([
    english,
    'See the [rules](/rule).',
    '[a](/rule#section-order) [b](#section-votes) [c](https://example.com/x) [d](mailto:hello@example.com) ' +
      '![Night](/art/v1/covers/night.svg)',
  ]);
  expect(await problemsOf(folder)).toEqual([]);
});

test('a page in one language alone is refused', async () => {
  await using folder = await smallPack();
  await rm(join(folder.path, chinese));
  expect(await problemsOf(folder)).toEqual([
    `${english}:1 is not there in zh_TW; expected both languages, or none of them`,
  ]);
});

test('a pack without pages is right', async () => {
  await using folder = await smallPack();
  await rm(join(folder.path, 'pages'), { recursive: true });
  const { pack } = await readPack(folder.path);
  expect(pack?.pages).toEqual([]);
});

test('files that are no pages are reported, and hidden ones ignored', async () => {
  await using folder = await smallPack();
  await rename(join(folder.path, english), join(folder.path, 'pages/use-term.en_US.md'));
  await rename(join(folder.path, chinese), join(folder.path, 'pages/use-terms.zh_CN.md'));
  await writeFile(join(folder.path, 'pages/notes.txt'), '');
  await writeFile(join(folder.path, 'pages/.DS_Store'), '');
  expect(await problemsOf(folder)).toEqual([
    'pages/notes.txt:1 is not a page; expected a name such as about-us.en_US.md',
    expect.stringMatching(
      /^pages\/use-term\.en_US\.md:1 is the page "use-term", which there is not; expected one of about-us, /,
    ),
    'pages/use-terms.zh_CN.md:1 is in "zh_CN"; expected one of en_US, zh_TW',
  ]);
});

test('lines are counted as an editor does in a file with Windows line ends and a byte order mark', async () => {
  await using folder = await smallPack();
  const text = '---\ntitle: Terms\nsummary: What holds here\nupdatedAt: 2026-11-21\n---\n\nBe <b>kind</b>.\n';
  await writeFile(join(folder.path, english), `\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect(await problemsOf(folder)).toContain(`${english}:7 body: has the raw HTML "<b>"; expected Markdown only`);
});
