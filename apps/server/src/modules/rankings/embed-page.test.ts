import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { platformBrand } from '#/config/brand.ts';
import type { Activity, Ranking } from '#/modules/elections/index.ts';
import { embedHeaders, embedPage, missingEmbedPage } from './embed-page.ts';

const longName = { en_US: 'Wilhelmina Konstantinopolitanczykiewiczówna', zh_TW: '名字非常非常長的偶像成員候選人' };
const idolIds = Array.from({ length: 40 }, (_, index) => String(index + 1));

const activity = {
  id: '1004',
  title: { en_US: 'The <Lightest> Night & “Day”', zh_TW: '最亮的夜晚' },
  opensAt: new Date('2026-12-01T10:00:00.000Z'),
  timeZone: 'Asia/Taipei',
  candidates: new Map(
    idolIds.map((idolId) => [idolId, { idolId, name: longName, number: Number(idolId), portraitSeed: 's'.repeat(64) }]),
  ),
} as unknown as Activity;

const ranking = {
  activityId: '1004',
  state: 'open',
  round: 1,
  roundState: 'open',
  frozenAt: null,
  closesAt: '2026-12-09T11:00:00.000Z',
  takenAt: '2026-12-02T11:00:00.000Z',
  list: idolIds.map((idolId, index) => ({ idolId, votes: 9_007_199_254_740_991 - index, rank: index + 1, change: 0 })),
} as unknown as Ranking;

const options = { theme: 'auto', language: 'en_US', brand: platformBrand, pictureOrigin: '' } as const;
const inChinese = { ...options, language: 'zh_TW' } as const;

describe('an embedded ranking', () => {
  it.each([options, inChinese])('has at most 12 kB in all, whatever its idols are called: $language', (wish) => {
    const page = embedPage(activity, ranking, wish);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12_000);
    expect(gzipSync(page).length).toBeLessThanOrEqual(4_000);
  });

  it('shows the first ten, without a script, a style attribute or an address of another site', () => {
    const page = embedPage(activity, ranking, options);
    expect(page.match(/<li/g)).toHaveLength(10);
    expect(page).not.toMatch(/<script|\son\w+=|style=|https?:/);
    expect(page).toContain('<h1>The &lt;Lightest&gt; Night &amp; “Day”</h1>');
    expect(page).toContain('<a href="/vote-activity?activityId=1004" target="_top" rel="noopener">Vote now</a>');
  });

  it.each([
    [{}, 'Voting open</b> until December 9th, 19:00 (Taipei)', '投票進行中</b>，12月9日 19:00（台北時間）截止', true],
    [{ frozenAt: '2026-12-09T10:00:00.000Z' }, 'Count hidden</b> until voting ends', '票數暫不公開</b>', true],
    [{ state: 'scheduled', roundState: 'scheduled' }, 'Opens December 1st, 18:00 (Taipei)', '開放投票', true],
    [{ roundState: 'tallying' }, 'We’re confirming the result', '正在確認結果', true],
    [{ roundState: 'final' }, 'Final result', '最終結果', true],
    [{ state: 'final', roundState: 'final' }, 'Final result', '最終結果', false],
  ])('says its state and refreshes until it is final: %o', (state, english, chinese, isRefreshed) => {
    const pages = [options, inChinese].map((wish) => embedPage(activity, { ...ranking, ...state } as Ranking, wish));
    expect(pages[0]).toContain(english);
    expect(pages[1]).toContain(chinese);
    for (const page of pages) expect(page.includes('<meta http-equiv="refresh" content="30" />')).toBe(isRefreshed);
  });

  it('has the colours of the brand, also in what its policy lets in', () => {
    const colours = { ...platformBrand.colours, light: '#0b6b4f', dark: '#7fe0c0' };
    const branded = { ...options, brand: { ...platformBrand, colours } };
    const page = embedPage(activity, ranking, branded);
    for (const colour of ['--brand:#0b6b4f', '--brand:#7fe0c0']) expect(page).toContain(colour);
    expect(page).not.toContain(platformBrand.colours.light);
    expect(embedHeaders(branded)).not.toEqual(embedHeaders(options));
  });

  it('of an unknown event says so, and does not refresh', () => {
    expect(missingEmbedPage(options)).toContain('This event isn’t available');
    expect(missingEmbedPage(inChinese)).toContain('找不到這個活動');
    expect(missingEmbedPage(options)).not.toContain('http-equiv');
  });
});

it('may be framed by any site, and loads its style sheet and pictures alone', () => {
  const parts = embedHeaders({ ...options, pictureOrigin: 'https://cdn.example.com' })[
    'content-security-policy'
  ]?.split('; ');
  expect(parts).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
    "img-src 'self' https://cdn.example.com",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ]);
});
