import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './stage.mjs';

const documents = globSync(['*.md', '.github/*.md', 'docs/**/*.md', 'apps/**/README.md', 'deploy/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
});

/** Returns the anchor of a heading as the forges make it. */
function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*_]/g, '');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')));
}

function faultOf(document: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#', 2);
  const path = file === '' ? join(root, document) : resolve(root, dirname(document), file);
  if (!existsSync(path)) return `${document} links ${link}, which is not there`;
  if (anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor)) return undefined;
  return `${document} links ${link}, which is no heading there`;
}

it('Every page that a program names is there, with the section that it names.', () => {
  const programs = globSync('apps/server/{src,test}/**/*.ts', { cwd: root });
  const named = programs.flatMap((program) => {
    const text = readFileSync(join(root, program), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/) /g, ' ');
    const found = [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:, “([^”]+)”)?/g)];
    return found.map(([, page = '', section]) => ({ program, page, section }));
  });
  expect(named.length).toBeGreaterThan(10);
  const faults = named.filter(({ page, section }) => {
    if (!existsSync(join(root, page))) return true;
    if (section === undefined || anchorsOf(join(root, page)).has(anchorOf(section))) return false;
    // Within a section, a paragraph may begin with its subject.
    return !readFileSync(join(root, page), 'utf8').includes(`\n**${section}.**`);
  });
  expect(faults).toEqual([]);
});

it('Every link of a document to another file or heading leads there.', () => {
  expect(documents.length).toBeGreaterThan(50);
  const faults = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[^]*?^```|`[^`]*`/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
    return links.filter((link) => !/^[a-z]+:/.test(link)).flatMap((link) => faultOf(document, link) ?? []);
  });
  expect(faults).toEqual([]);
});
