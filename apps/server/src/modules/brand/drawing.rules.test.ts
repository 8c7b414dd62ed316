import { expect, test } from 'vitest';
import { readDrawing } from './drawing.rules.ts';

const names = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:sodipodi="http://sodipodi.sourceforge.net/x"';
const drawn = (inside: string, root = 'viewBox="0 0 24 24"') =>
  readDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${names} ${root}>${inside}</svg>`);
const dot = '<circle cx="12" cy="12" r="9" fill="#0fae96"/>';

test('a drawing of shapes and gradients is kept, reduced, with its proportions', async () => {
  const drawing = await drawn(
    '<!-- made by hand --><metadata>Ink</metadata><defs><linearGradient id="sky"><stop stop-color="#fff"/>' +
      '<stop offset="1" stop-color="#000"/></linearGradient></defs><style>.a{fill:url(#sky)}</style>' +
      `<g data-layer="1"><rect class="a" width="48" height="24"/></g>${dot}`,
    'viewBox="0 0 48 24" width="480" height="240" sodipodi:docname="x.svg"',
  );
  expect(drawing).toMatchObject({ ratio: 2 });
  const svg = 'svg' in drawing ? drawing.svg : '';
  expect(svg).toContain('linearGradient');
  expect(svg).toMatch(/fill="url\(#\w+\)"/);
  expect(svg).not.toMatch(/metadata|docname|data-layer|class=|<!--/);
});

test.each([
  ['a script', '<script>alert(1)</script>', 'has <script>'],
  ['a handler', '<rect width="9" height="9" onclick="alert(1)"/>', 'has onclick, which runs a script'],
  ['a page inside', '<foreignObject width="9" height="9"><p>Hi</p></foreignObject>', 'has <foreignObject>'],
  ['letters', '<text y="9">Aurora</text>', 'has <text>; draw the letters as paths'],
  ['a photo', '<image href="https://example.com/a.png" width="9" height="9"/>', 'has <image>; draw it as paths'],
  [
    'a foreign shape',
    '<use href="https://example.com/a.svg#b"/>',
    'has href="https://example.com/a.svg#b", which loads',
  ],
  [
    'a foreign fill',
    '<path d="M0 0h9v9z" fill="url(https://example.com/a.svg#b)"/>',
    'has fill with url(), which loads',
  ],
  ['a link', `<a href="javascript:alert(1)">${dot}</a>`, 'has <a>'],
  ['movement', '<rect width="9" height="9"><animate attributeName="x" to="9" dur="1s"/></rect>', 'has <animate>'],
])('a drawing with %s is refused by name', async (_what, inside, fault) => {
  const drawing = await drawn(inside + dot);
  expect('faults' in drawing ? drawing.faults : []).toContain(fault);
});

test.each([
  ['no drawing at all', 'PNG', 'is no SVG that can be read'],
  ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'has <!ENTITY>, which could load or multiply texts'],
  ['a size too large', `<svg>${' '.repeat(70_000)}</svg>`, 'is larger than 64 KB'],
  ['no proportions', `<svg xmlns="http://www.w3.org/2000/svg">${dot}</svg>`, expect.stringContaining('has no viewBox')],
])('a file with %s is refused', async (_what, text, fault) => {
  expect(await readDrawing(text)).toEqual({ faults: expect.arrayContaining([fault]) as string[] });
});
