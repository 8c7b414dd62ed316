import type { DrawnScreen, ScreenRequest } from '@lightstick/contract';
import { type Query, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Layout } from '#/app/layout.tsx';
import { makeQueryClient } from '#/app/query-client.ts';
import { Router } from '#/app/router.tsx';
import { preloadScreen } from '#/app/screens.ts';
import { useCurrentActivityId } from '#/app/election.tsx';
import { BannerStrip, homeBannersQuery } from '#/app/home/home-banners.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { pageBrand } from '#/lib/brand.ts';
import { chooseLanguage, type Language } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { drawTimesIn } from '#/lib/format/zoned-date.ts';
import { activateAll, fetchMessages } from '#/lib/i18n/i18n.ts';
import { useText, text } from '#/lib/i18n/use-text.ts';
import { ApiError } from '#/lib/api/api-error.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { configQuery, useConfig } from '#/lib/use-config.ts';
import { keepSession } from '#/lib/session/session.ts';
import type { IdolDetail } from '#/features/elections/idol/use-idol.ts';
import type { Ranking } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { type Campaign, campaignKeyOf } from '#/features/luck/luck-queries.ts';
import { type SongPage, songKey } from '#/features/songs/songs.ts';
import { assetAddress } from '#/lib/asset-address.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { place } from './page-stubs.ts';

/** Stands for any fan. Its own answers are left out. */
const anyFan = 'any-fan';

/** A screen fetches settings, then its election, then the parts of that. */
const mostRounds = 6;

const sheets = /<link rel="stylesheet"[^>]*>/g;

/**
 * Draws a screen as a browser's first frame with all public answers, one at a time, because the app's stores are this
 * thread's own. Returns undefined where there is nothing to show; throws when the app or a call fails.
 */
export async function drawScreen({ path, search, language, reader }: ScreenRequest): Promise<DrawnScreen | undefined> {
  const hostSearch = reader === 'host' ? `${search ? `${search}&` : '?'}platform=app` : search;
  Object.assign(place, { pathname: path, search: hostSearch });
  chooseLanguage(language);
  activateAll(language, await fetchMessages(language));
  keepSession(reader === 'visitor' ? {} : { token: anyFan, userInfo: { accountId: anyFan } });
  await preloadScreen(path);

  const queryClient = makeQueryClient();
  drawTimesIn((await queryClient.fetchQuery(configQuery)).timeZone);
  const { queries: rules = {} } = queryClient.getDefaultOptions();
  // A refusal is shown, where a browser would ask again.
  queryClient.setDefaultOptions({ queries: { ...rules, retryOnMount: false } });
  const screen = (
    <QueryClientProvider client={queryClient}>
      <WithoutScript path={path} search={search} language={language} />
      <Layout>
        <Router />
      </Layout>
    </QueryClientProvider>
  );
  const body = await drawWithAnswers(screen, queryClient);
  const above = path === '/' ? await drawHomeBanners(queryClient) : '';
  const title = titleOf(body);
  // Some screens lead a visitor elsewhere. An error of a component hides behind a placeholder, which has no title either.
  if (title === undefined) return undefined;
  const asked = queryClient.getQueryCache().getAll();
  const isMissing = asked.some(({ state }) => refusalReason(state.error)?.endsWith('_NOT_FOUND'));
  const drawn = {
    // In the head a screen's style sheet stays when the app takes the place of the body.
    head: [
      renderToStaticMarkup(headOf({ path, search, language, queryClient, title })),
      ...(body.match(sheets) ?? []),
    ].join(''),
    body: body.replaceAll(sheets, ''),
    above,
    answers: toScriptJson(answersOf(asked, language)),
    isFound: !isMissing,
  };
  queryClient.clear();
  return drawn;
}

/**
 * Shows what a reader without JavaScript cannot see from the screen: when voting ends, and a link to the other
 * language.
 */
function WithoutScript({ path, search, language }: Pick<ScreenRequest, 'path' | 'search' | 'language'>): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { activityId: named } = useCurrentActivityId();
  const config = useConfig();
  // There the parameter names a box or a draw.
  const activityId = isOfLuck(path) ? config.data?.currentActivityId : named;
  const { data: activity } = useActivity(activityId ?? undefined);
  const parameters = new URLSearchParams(search);
  parameters.set('lang', language === 'en_US' ? 'zh_TW' : 'en_US');
  return (
    <noscript>
      <p className="bg-brand-soft px-4 py-2 text-center text-small font-semibold text-brand">
        {activity?.state === 'open' ? t('noScript.closes', { at: friendly(activity.closesAt) }) : null}{' '}
        {t('noScript.text')}{' '}
        <a href={`${path}?${parameters.toString()}`} className="underline">
          {t('noScript.other')}
        </a>
      </p>
    </noscript>
  );
}

/** Draws and asks for what is missing in turn, until nothing is. */
async function drawWithAnswers(screen: ReactNode, queryClient: QueryClient): Promise<string> {
  let html = '';
  for (let round = 0; round < mostRounds; round += 1) {
    html = renderToStaticMarkup(screen);
    const missing = queryClient.getQueryCache().getAll().filter(isAskedHere);
    if (missing.length === 0) break;
    await Promise.allSettled(missing.map((query) => query.fetch()));
    const failure = missing.map(({ state }) => state.error).find((error) => error && !isRefusal(error));
    if (failure) throw failure;
  }
  return (
    html
      // Pictures follow at once anyhow.
      .replaceAll(/<link rel="preload"[^>]*>/g, '')
      // The page's policy forbids style attributes; what places the first screen is in classes.
      .replaceAll(/ style="([^"]*)"/g, withoutStyle)
      // Outside of a dialog this method sends nothing: before the app has come, a password would end in the address.
      .replaceAll('<form ', '<form method="dialog" ')
  );
}

/** Draws the banners of home that the ranking names. */
async function drawHomeBanners(queryClient: QueryClient): Promise<string> {
  const activityId = queryClient.getQueryData(configQuery.queryKey)?.currentActivityId ?? '';
  const name = queryClient.getQueryData<Ranking>(queryKeys.ranking(activityId))?.homeBanners;
  if (name === undefined) return '';
  const banners = await queryClient.fetchQuery(homeBannersQuery(name));
  return renderToStaticMarkup(
    <div className="drawn-banners">
      <BannerStrip banners={banners} />
    </div>,
  );
}

/** Hides what has no place without its style, such as the labels of a chart, until the app draws it (stage.css). */
function withoutStyle(_attribute: string, style: string): string {
  return /(?:^|;)(?:left|top):/.test(style) ? ' data-placed=""' : '';
}

/** A refusal is an answer; anything else would be an error on the fan's first screen. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function isAskedHere({ options, queryKey, state }: Query): boolean {
  const { enabled, queryFn } = options as { enabled?: unknown; queryFn?: unknown };
  return state.status === 'pending' && typeof queryFn === 'function' && enabled !== false && !queryKey.includes(anyFan);
}

function titleOf(body: string): string | undefined {
  const title = /<h1[^>]*>(?<text>[^<]*)<\/h1>/.exec(body)?.groups?.['text'];
  return title === undefined ? undefined : unescapeHtml(title);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescapeHtml(html: string): string {
  return html.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}

function answersOf(queries: readonly Query[], language: string): unknown {
  const known = queries.filter(({ state }) => state.data !== undefined);
  return { at: Date.now(), language, answers: known.map(({ queryKey, state }) => [queryKey, state.data]) };
}

/** Writes JSON for the inside of a script element, which ends at `</script`, and in which `<!--` changes the rules. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

type HeadOptions = {
  readonly path: string;
  readonly search: string;
  readonly language: Language;
  readonly queryClient: QueryClient;
  readonly title: string;
};

type Preview = { readonly text: string; readonly picture?: string | undefined };

/** The parameters that choose what a screen is about; all others are one fan's own. */
const choosing = ['activityId', 'idolId', 'songId'];

/** Returns the title of a screen and what previews of links to it show. */
function headOf({ path, search, language, queryClient, title }: HeadOptions): ReactNode {
  const brand = pageBrand();
  const config = queryClient.getQueryData(configQuery.queryKey);
  const given = new URLSearchParams(search);
  const { text: description, picture = brand.preview } = previewOf(path, given, queryClient);
  const chosen = new URLSearchParams(
    choosing.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])),
  );
  const site = (config?.publicUrl ?? '').replace(/\/$/, '');
  const address = `${site}${path}${chosen.size > 0 ? `?${chosen.toString()}` : ''}`;
  const name = `${title} · ${text('site.name')}`;
  const image =
    picture === undefined ? undefined : assetAddress(rasterOf(picture), config?.assetBaseUrl ?? null, new Date());
  const tags: Readonly<Record<string, string | undefined>> = {
    'og:site_name': brand[language].product,
    'og:type': 'website',
    'og:title': name,
    'og:description': description,
    'og:url': address,
    'og:locale': language,
    'og:locale:alternate': language === 'en_US' ? 'zh_TW' : 'en_US',
    'og:image': image?.startsWith('/') ? `${site}${image}` : image,
  };
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {Object.entries(tags).map(([property, content]) =>
        content === undefined ? null : <meta key={property} property={property} content={content} />,
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {path === '/vote-activity' && (
        <link rel="alternate" type="application/json+oembed" href={oembedOf(site, address)} title={title} />
      )}
    </>
  );
}

/** Returns where other sites learn how to frame the ranking of an activity's page. */
function oembedOf(site: string, address: string): string {
  return `${site}/oembed?${new URLSearchParams({ url: address, format: 'json' }).toString()}`;
}

function previewOf(path: string, given: URLSearchParams, queryClient: QueryClient): Preview {
  const config = queryClient.getQueryData(configQuery.queryKey);
  const activityId = given.get('activityId') ?? config?.currentActivityId ?? '';
  const idol = queryClient.getQueryData<IdolDetail>([...queryKeys.idols(activityId), 'one', given.get('idolId')]);
  if (path === '/idol' && idol) {
    const { name, rank, votes, portraitUrl } = idol;
    return { text: text('preview.idol', { name, rank, votes }), picture: portraitUrl };
  }
  const page = queryClient.getQueryData<SongPage>(songKey(undefined, given.get('songId') ?? ''));
  if (page) {
    const { artist, coverUrl, title } = page.song;
    return { text: text('preview.song', { title, artist, event: page.event.title }), picture: coverUrl };
  }
  const campaign = queryClient.getQueryData<Campaign>(campaignKeyOf(undefined, activityId));
  if (isOfLuck(path) && campaign) {
    return { text: `${campaign.description} ${text('preview.site')}`, picture: campaign.coverUrl };
  }
  const activity = queryClient.getQueryData<Activity>(queryKeys.activity(activityId));
  if (activity) {
    return { text: `${activity.subtitle} ${text('preview.site')}`, picture: activity.coverUrl };
  }
  return { text: text('preview.site') };
}

/** Tells whether the screen's `activityId` is a box or a draw instead of an election. */
function isOfLuck(path: string): boolean {
  return path === '/box' || path === '/draw';
}

/** Returns the JPEG beside a drawing, because most previewers draw no SVG. */
function rasterOf(picture: string): string {
  return picture.replace(/^(\/art\/.+)\.svg$/, '$1.jpg').replace(/-(?:480|960)\.webp$/, '-1200.jpg');
}
