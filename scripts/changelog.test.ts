import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const text = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
const entries = text
  .split(/^## /m)
  .slice(1)
  .map((entry) => {
    const [heading = '', ...lines] = entry.split('\n');
    return { heading, body: lines.join('\n') };
  });

it('The changelog begins with an entry for the version of the package.', () => {
  expect(entries[0]?.heading.split(' ')[0]).toBe(packageJson.version);
});

it('Every entry tells its date, whether servers stop first, and what to do.', () => {
  for (const { heading, body } of entries) {
    expect(heading).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/);
    expect([heading, body]).toEqual([heading, expect.stringMatching(/^\nStop first: (yes|no)\n/)]);
    expect([heading, body]).toEqual([heading, expect.stringMatching(/^- /m)]);
    expect([heading, body]).toEqual([heading, expect.stringMatching(/^What to do: \S/m)]);
  }
});
