import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The formatter breaks code at the first width, and leaves strings, templates and comments as they are. */
const most = { code: 120, comment: 130 };

const graphemes = new Intl.Segmenter('en');
const widthOf = (line: string) => (line.length > most.code ? [...graphemes.segment(line)].length : line.length);
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

/** The places of a text in which a line is too long, or a part is kept from the formatter. */
function faultsOf(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const width = widthOf(line);
    const place = `${file}:${at + 1}`;
    if (/(?:prettier|oxfmt)-ignore/.test(line)) return [`${place} is kept from the formatter`];
    return width > (isComment(line) ? most.comment : most.code) ? [`${place} has ${width} characters`] : [];
  });
}

describe('a line', () => {
  it.each([
    ['a text', `const text = '${'a'.repeat(106)}';`],
    ['a template', `  from fan where ${'a'.repeat(106)}`],
    ['a comment', `// ${'a'.repeat(128)}`],
    ['a line of a longer comment', ` * ${'a'.repeat(128)}`],
    ['a part that the formatter leaves', `// ${['oxfmt', 'ignore'].join('-')}`],
  ])('is found when it is too long in %s', (_, planted) => {
    expect(faultsOf('planted.ts', `\n${planted}\n`)).toEqual([expect.stringMatching(/^planted\.ts:2 /)]);
  });

  it('may be full, in letters as people count them', () => {
    expect(faultsOf('full.ts', `${'a'.repeat(119)}葛\u{E0100}\n// ${'a'.repeat(127)}`)).toEqual([]);
  });

  it('of code has 120 characters at most, of a comment 130, in every file', () => {
    const files = globSync(
      [
        '*.{ts,cjs,mjs}',
        '.*.cjs',
        'scripts/**/*.{ts,mjs}',
        '{apps,packages,contracts}/*/{src,scripts,build,test}/**/*.{ts,tsx,mjs,css}',
        'apps/*/*.{ts,mjs}',
        '{bench,e2e}/**/*.{ts,tsx,mjs}',
      ],
      { cwd: root, exclude: ['**/node_modules', 'apps/server/src/db/schema.ts'] },
    );
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
