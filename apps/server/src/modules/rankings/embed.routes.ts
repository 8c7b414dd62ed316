import { hash } from 'node:crypto';
import { type Language, languageOfTag } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#/http/request-headers.ts';
import { CachedResponse, sendReady } from '#/http/response-cache.ts';
import { escapeHtml } from '#/lib/html.ts';
import { coverPreview } from '#/modules/art/index.ts';
import { type Activity, currentActivity, type Ranking } from '#/modules/elections/index.ts';
import { embedHeaders, embedPage, type EmbedTheme, missingEmbedPage } from './embed-page.ts';
import type { Rankings } from './start-rankings.ts';

type Query = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Serves the ranking for frames on other sites, and what tells such sites of it (oEmbed). Neither is a call of the contract. */
export function embedRoutes(server: FastifyInstance, rankings: Rankings): void {
  const { settings } = server.services;
  // A page in the reader's own origin needs no name of it for pictures of this server.
  const pictureOrigin = settings.assetBaseUrl ? new URL(settings.assetBaseUrl).origin : '';
  const pages = createPages(rankings);

  server.get('/embed/ranking', { config: { route: 'GET /embed/ranking', rate: 'file' } }, async (request, reply) => {
    const query = request.query as Query;
    const options = {
      theme: themeOf(query['theme']),
      language: languageIn(query, request),
      brand: await server.services.brand(),
      pictureOrigin,
    };
    const activity = await findIn(rankings, textOf(query['activity']), request);
    reply
      .headers({ ...server.pageHeaders, ...embedHeaders(options) })
      .removeHeader('cross-origin-opener-policy')
      .header('cache-control', 'public, max-age=1, stale-while-revalidate=5')
      .type('text/html; charset=utf-8');
    if (!activity) return sendReady(request, reply.code(404), answerOf(missingEmbedPage(options)), 'accept-language');
    return sendReady(request, reply, await pages(activity, options), 'accept-language');
  });

  server.get('/oembed', { config: { route: 'GET /oembed', rate: 'usual' } }, (request, reply) =>
    sendOembed(rankings, request, reply),
  );
}

/** Returns the activity of an id, or without one the current activity. */
async function findIn({ catalogue }: Rankings, id: string | undefined, { server }: FastifyRequest) {
  return id === undefined ? currentActivity(catalogue, server.services.clock.now()) : catalogue.find(id);
}

function themeOf(theme: unknown): EmbedTheme {
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

function languageIn(query: Query, { headers }: FastifyRequest): Language {
  return languageOfTag(query['lang']) ?? languageOf(headers['accept-language']);
}

function answerOf(page: string): CachedResponse<string> {
  return new CachedResponse<string>(page, `W/"${hash('sha256', page, 'base64url').slice(0, 24)}"`);
}

type PageOptions = Parameters<typeof embedPage>[2];

/** Keeps the latest page of each activity, theme and language; one is written anew when the ranking was read anew. */
function createPages({ rankings }: Rankings) {
  const latest = new Map<string, { readonly of: readonly unknown[]; readonly answer: CachedResponse<string> }>();
  return async (activity: Activity, options: PageOptions): Promise<CachedResponse<string>> => {
    const ranking: Ranking = await rankings.current(activity);
    const variant = `${activity.id} ${options.theme} ${options.language}`;
    const known = latest.get(variant);
    if (known?.of[0] === activity && known.of[1] === ranking && known.of[2] === options.brand) return known.answer;
    const written = answerOf(embedPage(activity, ranking, options));
    // Equal pages share their compressed forms.
    const answer = known?.answer.etag === written.etag ? known.answer : written;
    latest.set(variant, { of: [activity, ranking, options.brand], answer });
    return answer;
  };
}

/** The size of the frame unless a site has less room; ten rows need no more height. */
const usual = { width: 480, height: 760 };
const widest = 800;

/** Answers what a link to an activity looks like in a page of another site, by https://oembed.com. */
async function sendOembed(rankings: Rankings, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { services } = request.server;
  const { settings } = services;
  const query = request.query as Query;
  reply.headers({ ...request.server.apiHeaders, 'access-control-allow-origin': '*' });
  if (query['format'] !== undefined && query['format'] !== 'json') return reply.code(501).send();
  const site = settings.publicUrl.replace(/\/$/, '');
  const link = linkOf(textOf(query['url']), site);
  const activity = link && (await findIn(rankings, link.activityId, request));
  if (!activity) return reply.code(404).send();
  const language = link.language ?? languageIn(query, request);
  const width = boundOf(query['maxwidth'], widest) ?? usual.width;
  const height = boundOf(query['maxheight'], usual.height) ?? usual.height;
  const title = activity.title[language];
  const thumbnail = coverPreview(activity.coverSeed);
  const address = `${site}/embed/ranking?${new URLSearchParams({ activity: activity.id, lang: language }).toString()}`;
  return reply
    .header('cache-control', 'public, max-age=60')
    .header('vary', 'accept-language')
    .type('application/json; charset=utf-8')
    .send({
      version: '1.0',
      type: 'rich',
      title,
      provider_name: (await services.brand()).name[language],
      provider_url: site,
      cache_age: 3600,
      html:
        `<iframe src="${escapeHtml(address)}" width="${width}" height="${height}" title="${escapeHtml(title)}" ` +
        'loading="lazy" style="border:0;max-width:100%"></iframe>',
      width,
      height,
      thumbnail_url: `${settings.assetBaseUrl ?? site}${thumbnail.url}`,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    });
}

type Link = { readonly activityId: string | undefined; readonly language: Language | undefined };

/** Reads the address of an activity's page, or of its embedded ranking; undefined for any other address. */
function linkOf(address: string | undefined, site: string): Link | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  const name = { '/vote-activity': 'activityId', '/embed/ranking': 'activity' }[pathname];
  if (origin !== new URL(site).origin || name === undefined) return undefined;
  return { activityId: textOf(searchParams.get(name)), language: languageOfTag(searchParams.get('lang')) };
}

/** Reads the most pixels that a site has, bounded by what the page needs; undefined without a number. */
function boundOf(given: unknown, most: number): number | undefined {
  const pixels = Number(textOf(given));
  return Number.isInteger(pixels) && pixels > 0 ? Math.min(pixels, most) : undefined;
}
