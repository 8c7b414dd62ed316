import { hash } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import type { Brand } from '#/config/brand.ts';
import { Html, html } from '#/lib/html.ts';
import { idolInBrief, type Activity, type Ranking } from '#/modules/elections/index.ts';

/** A theme of the page; `auto` is the reader's. */
export type EmbedTheme = 'light' | 'dark' | 'auto';

type EmbedOptions = {
  readonly theme: EmbedTheme;
  readonly language: Language;
  readonly brand: Brand;
  readonly pictureOrigin: string;
};

/** So many idols fit into a column beside an article, and their page into 12 kB. */
const mostRows = 10;
const firstWithoutMedal = 4;
/** Seconds; a count beside an article need not run. */
const refreshSeconds = 30;

const grounds = {
  light: '--bg:#fff;--raise:#f1ebf7;--line:#e8e0f0;--ink:#1c1528;--mute:#665c78;color-scheme:light',
  dark: '--bg:#1b1527;--raise:#271f38;--line:#32283f;--ink:#f5f0fb;--mute:#b4a8c7;color-scheme:dark',
};
const rules = [
  '*{box-sizing:border-box;margin:0}',
  "body{font:16px/1.5 system-ui,-apple-system,'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif;",
  'background:var(--bg);color:var(--ink);padding:16px;max-width:720px;margin:auto}',
  'h1{font-size:18px;line-height:24px;overflow-wrap:anywhere}',
  'p{font-size:14px;line-height:20px;color:var(--mute);margin-top:2px}',
  'b{color:var(--brand)}',
  'ol{list-style:none;padding:0;margin:12px 0}',
  'li{display:flex;align-items:center;gap:12px;padding:8px 0;border-top:1px solid var(--line)}',
  'li:first-child{border-top:0}',
  'i{font-style:normal;font-weight:700;min-width:24px;text-align:center;font-variant-numeric:tabular-nums;flex:none}',
  '.r1 i,.r2 i,.r3 i{border-radius:12px;color:#3a2500}',
  '.r1 i{background:linear-gradient(#ffe39a,#f0a92e)}',
  '.r2 i{background:linear-gradient(#eef1f7,#aab4c8)}',
  '.r3 i{background:linear-gradient(#f6c9a4,#d08448)}',
  'img{width:40px;height:40px;border-radius:50%;object-fit:cover;background:var(--raise);flex:none}',
  '.n{flex:1;min-width:0;font-weight:600;line-height:20px;overflow-wrap:anywhere;',
  'display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}',
  '.v{font-variant-numeric:tabular-nums;white-space:nowrap}',
  'a{display:block;text-align:center;padding:12px 16px;border-radius:12px;background:var(--brand);color:var(--bg);',
  'font-weight:700;text-decoration:none}',
  '@media(max-width:359px){body{padding:12px}li{gap:8px}.v{font-size:14px}}',
  'a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}',
].join('');

/** Returns the one style sheet of a page, with the colours of the brand. */
function styleIn({ colours }: Brand): string {
  const [light, dark] = [`${grounds.light};--brand:${colours.light}`, `${grounds.dark};--brand:${colours.dark}`];
  return (
    `:root{${light}}:root[data-theme=dark]{${dark}}` +
    `@media(prefers-color-scheme:dark){:root[data-theme=auto]{${dark}}}${rules}`
  );
}

/** Returns the headers of embedded pages: any site may frame them, and they run and send nothing. */
export function embedHeaders({ brand, pictureOrigin }: EmbedOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', styleIn(brand), 'base64')}'`,
      `img-src 'self'${pictureOrigin && ` ${pictureOrigin}`}`,
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ].join('; '),
    'cross-origin-resource-policy': 'cross-origin',
  };
}

const words = {
  en_US: {
    scheduled: (at: string) => html`Opens ${at}`,
    open: (at: string) => html`<b>Voting open</b> until ${at}`,
    frozen: (at: string) => html`<b>Count hidden</b> until voting ends ${at}`,
    closing: html`Voting has closed. We’re counting the last votes.`,
    tallying: html`Voting has closed. We’re confirming the result.`,
    final: html`<b>Final result</b>`,
    votes: (votes: string, isOne: boolean) => `${votes} ${isOne ? 'vote' : 'votes'}`,
    vote: 'Vote now',
    show: 'See the full ranking',
    missing: 'This event isn’t available',
    missingText: 'Ask the site’s owner to check the event’s id.',
    toSite: 'See all events',
  },
  zh_TW: {
    scheduled: (at: string) => html`${at}開放投票`,
    open: (at: string) => html`<b>投票進行中</b>，${at}截止`,
    frozen: (at: string) => html`<b>票數暫不公開</b>，投票於 ${at}截止`,
    closing: html`投票已截止，正在統計最後的票數。`,
    tallying: html`投票已截止，正在確認結果。`,
    final: html`<b>最終結果</b>`,
    votes: (votes: string) => `${votes} 票`,
    vote: '前往投票',
    show: '查看完整排名',
    missing: '找不到這個活動',
    missingText: '請網站管理員確認活動編號。',
    toSite: '查看所有活動',
  },
} as const;

/** Writes the first ten of a ranking as a page without scripts, for a frame on another site. */
export function embedPage(activity: Activity, ranking: Ranking, options: EmbedOptions): string {
  const { language, pictureOrigin } = options;
  const say = words[language];
  const numbers = new Intl.NumberFormat(language.replace('_', '-'));
  const rows = ranking.list.slice(0, mostRows).flatMap(({ idolId, rank, votes }) => {
    const candidate = activity.candidates.get(idolId);
    if (!candidate) return [];
    const { name, portraitUrl } = idolInBrief(candidate, language);
    const place = Math.min(rank, firstWithoutMedal);
    return html`<li class="r${place}">
      <i>${rank}</i><img src="${pictureOrigin}${portraitUrl}" alt="" loading="lazy" width="40" height="40" /><span
        class="n"
        >${name}</span
      ><span class="v">${say.votes(numbers.format(votes), votes === 1)}</span>
    </li>`;
  });
  const isOpen = ranking.state === 'open' && ranking.roundState === 'open';
  const link = `/vote-activity?activityId=${encodeURIComponent(activity.id)}`;
  return page(
    options,
    { title: activity.title[language], refreshes: ranking.state !== 'final' },
    html`<p>${stateOf(activity, ranking, language)}</p>
      <ol>
        ${rows}
      </ol>
      <a href="${link}" target="_top" rel="noopener">${isOpen ? say.vote : say.show}</a>`,
  );
}

/** Writes the page of an unknown activity. */
export function missingEmbedPage(options: EmbedOptions): string {
  const { missing, missingText, toSite } = words[options.language];
  const content = html`<p>${missingText}</p>
    <ol></ol>
    <a href="/" target="_top" rel="noopener">${toSite}</a>`;
  return page(options, { title: missing, refreshes: false }, content);
}

function stateOf(activity: Activity, { frozenAt, closesAt, takenAt, ...ranking }: Ranking, language: Language): Html {
  const say = words[language];
  const when = { timeZone: activity.timeZone, now: new Date(takenAt) };
  const placed = (at: Date) => formatPlacedDate(at, language, when);
  if (ranking.state === 'final') return say.final;
  if (ranking.state === 'scheduled') return say.scheduled(placed(activity.opensAt));
  if (ranking.roundState === 'closing' || ranking.roundState === 'tallying') return say[ranking.roundState];
  if (ranking.state === 'closing' || ranking.state === 'tallying') return say[ranking.state];
  // Between two rounds the result of the former one is shown.
  if (ranking.roundState === 'final') return say.final;
  return frozenAt === null ? say.open(placed(new Date(closesAt))) : say.frozen(placed(new Date(closesAt)));
}

const languageTags = { en_US: 'en', zh_TW: 'zh-Hant-TW' } as const;

type PageFacts = { readonly title: string; readonly refreshes: boolean };

function page({ theme, language, brand }: EmbedOptions, { title, refreshes }: PageFacts, content: Html): string {
  const refresh = refreshes ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />` : html``;
  return html`<!doctype html>
    <html lang="${languageTags[language]}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh}
        <title>${title}</title>
        ${new Html(`<style>${styleIn(brand)}</style>`)}
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`.text;
}
