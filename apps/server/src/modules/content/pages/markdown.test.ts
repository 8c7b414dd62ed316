import { describe, expect, it, test } from 'vitest';
import { renderMarkdown, sanitiseHtml, sectionsOf } from './markdown.ts';

const htmlOf = (markdown: string) => renderMarkdown(markdown).html;

describe('what a page may have', () => {
  test.each([
    ['**bold** and *soft*', '<p><strong>bold</strong> and <em>soft</em></p>\n'],
    ['3. three\n4. four', '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>\n'],
    ['> a note', '<blockquote>\n<p>a note</p>\n</blockquote>\n'],
    ['[rules](/rule "All of them")', '<p><a href="/rule" title="All of them">rules</a></p>\n'],
    ['[mail](mailto:hello@example.com)', '<p><a href="mailto:hello@example.com">mail</a></p>\n'],
    [
      '[away](https://example.com)',
      '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer">away</a></p>\n',
    ],
    [
      '![Night](/art/v1/covers/night.svg)',
      '<p><img src="/art/v1/covers/night.svg" alt="Night" loading="lazy" decoding="async" /></p>\n',
    ],
  ])('%s', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  test('a table scrolls by itself, is named by its section, and is aligned without a style', () => {
    const html = htmlOf('## Prices\n\n| what | price |\n| --- | ---: |\n| ticket | 50 |\n');
    expect(html).toContain(
      '<div class="table-scroll" tabindex="0" role="region" aria-labelledby="section-prices"><table>',
    );
    expect(html).toContain('<td data-align="right">50</td>');
    expect(html).not.toContain('style');
  });

  test('headings get anchors of their own and are listed', () => {
    const { html, headings } = renderMarkdown('## Points & *votes*\n\n### Same\n\n### Same\n\n## 票與券？\n\n## !!');
    expect(headings).toEqual([
      { id: 'section-points-votes', text: 'Points & votes', level: 2 },
      { id: 'section-same', text: 'Same', level: 3 },
      { id: 'section-same-2', text: 'Same', level: 3 },
      { id: 'section-票與券', text: '票與券？', level: 2 },
      { id: 'section', text: '!!', level: 2 },
    ]);
    for (const { id } of headings) expect(html).toContain(`id="${id}"`);
  });

  test('a line broken between Chinese characters goes on without a space, between words with one', () => {
    expect(htmlOf('先用**免費票**\n再用投票券。\nThen\nthe rest')).toBe(
      '<p>先用<strong>免費票</strong>再用投票券。\nThen\nthe rest</p>\n',
    );
  });
});

const tagNames = 'p|h2|h3|h4|ul|ol|li|blockquote|pre|code|hr|br|a|strong|em|s|img|div|table|thead|tbody|tr|th|td';
const harmlessAttributes: readonly RegExp[] = [
  /^href="(?:https:|mailto:|\/(?!\/)|#)[^"<>]*"$/,
  /^src="\/art\/[^"<>]*"$/,
  /^(?:alt|title)="[^"<>]*"$/,
  /^id="section[^"<>\s]*"$/,
  /^(?:start|tabindex)="\d+"$/,
  /^(?:target="_blank"|rel="noopener noreferrer"|loading="lazy"|decoding="async"|role="region"|class="table-scroll")$/,
  /^(?:data-align="(?:left|center|right)"|aria-labelledby="section[^"<>]*")$/,
];

/** Returns the parts of the HTML that are neither text nor an allowed tag or attribute. */
function suspicions(html: string): string[] {
  return (html.match(/<[^>]*>?/g) ?? []).flatMap((tag) => {
    const [, attributes] = new RegExp(`^<(?:${tagNames})((?: [a-z-]+="[^"]*")*)(?: /)?>$`).exec(tag) ?? [];
    if (attributes === undefined) return new RegExp(`^</(?:${tagNames})>$`).test(tag) ? [] : [tag];
    return (attributes.match(/[a-z-]+="[^"]*"/g) ?? []).filter(
      (attribute) => !harmlessAttributes.some((harmless) => harmless.test(attribute)),
    );
  });
}

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<img src="/art/v1/x.svg" onload="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/rule" target="_top" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="https://evil.example/pixel.gif">',
  '<svg onload=alert(1)><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<style>@import url(//evil.example)</style>',
  '<link rel=stylesheet href=//evil.example><meta http-equiv=refresh content="0;url=javascript:alert(1)">' +
    '<base href=//evil.example>',
  '<p id="root" class="stage fixed" name="body">overlay</p>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><script>alert(1)</script>">',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[><script>alert(1)</script>]]>',
  '<template><script>alert(1)</script></template>',
  '<a href="https://example.com" rel="opener" target="_self">x</a>',
  '<h2 onfocus=alert(1) autofocus tabindex=1>x</h2>',
];

const markdownAttacks = [
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x](https://evil.example/pixel.gif)',
  '![x" onerror="alert(1)](/art/v1/covers/x.svg)',
  '[x](/rule "\\" onmouseover=\\"alert(1)")',
  '[x]: javascript:alert(1)\n\n[x]',
  '## <img src=x onerror=alert(1)>',
  '| <script>alert(1)</script> |\n| --- |\n| [x](javascript:alert(1)) |',
  '```<script>\nalert(1)\n```',
  '`<script>alert(1)</script>`',
];

describe('dangerous content that is removed', () => {
  test.each(attacks)('as HTML: %s', (attack) => {
    const html = sanitiseHtml(attack);
    expect(suspicions(html)).toEqual([]);
    // Safe HTML is unchanged, so a second pass cannot create new markup.
    expect(sanitiseHtml(html)).toBe(html);
  });

  test.each([...attacks, ...markdownAttacks])('as Markdown: %s', (attack) => {
    const { html } = renderMarkdown(attack);
    expect(suspicions(html)).toEqual([]);
    expect(sanitiseHtml(html)).toBe(html);
  });

  test.each(['<b>', '<p onclick="x">', '<a href="javascript:x">', '<p', '<img src="/art/x" style="y">'])(
    'the judge of these tests sees %s',
    (html) => {
      expect(suspicions(html)).not.toEqual([]);
    },
  );
});

it('cuts a page at its headings and into sentences, without tables and quotations', () => {
  const markdown = `Be **kind**. Read the [rules](/rule).

## Your votes

They count
once. Always.

| a | b |
| - | - |
| 1 | 2 |

> Write to us.

## Empty

## 票數

每天三票。
用完再來。
`;
  expect(sectionsOf(markdown)).toEqual([
    { anchor: undefined, heading: '', sentences: ['Be kind.', 'Read the rules.'] },
    { anchor: 'section-your-votes', heading: 'Your votes', sentences: ['They count once.', 'Always.'] },
    { anchor: 'section-票數', heading: '票數', sentences: ['每天三票。', '用完再來。'] },
  ]);
});
