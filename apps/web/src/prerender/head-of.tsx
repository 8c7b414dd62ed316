import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IdolDetail } from '#/features/elections/idol/use-idol.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { type Campaign, campaignKeyOf } from '#/features/luck/luck-queries.ts';
import { type SongPage, songKey } from '#/features/songs/songs.ts';
import { assetAddress } from '#/lib/asset-address.ts';
import { text } from '#/lib/i18n/use-text.ts';
import type { Language } from '#/lib/environment.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { configQuery } from '#/lib/use-config.ts';

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

/** The title of a screen and what previews of links to it show. */
export function headOf({ path, search, language, queryClient, title }: HeadOptions): ReactNode {
  const config = queryClient.getQueryData(configQuery.queryKey);
  const given = new URLSearchParams(search);
  const { text: description, picture } = previewOf(path, given, queryClient);
  const chosen = new URLSearchParams(
    choosing.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])),
  );
  const site = (config?.publicUrl ?? '').replace(/\/$/, '');
  const address = `${site}${path}${chosen.size > 0 ? `?${chosen.toString()}` : ''}`;
  const name = `${title} · Lightstick`;
  const image =
    picture === undefined ? undefined : assetAddress(rastered(picture), config?.assetBaseUrl ?? null, new Date());
  const tags: Readonly<Record<string, string | undefined>> = {
    'og:site_name': 'Lightstick',
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
    </>
  );
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

/** Of a screen whose `activityId` is a box or a draw instead of an election. */
export function isOfLuck(path: string): boolean {
  return path === '/box' || path === '/draw';
}

/** Most previewers draw no SVG; the server has our drawings as JPEG beside it. */
function rastered(picture: string): string {
  return picture.replace(/^(\/art\/.+)\.svg$/, '$1.jpg');
}
