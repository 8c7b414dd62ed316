import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Best7Poll, useBest7 } from '#/features/best7/use-best7.ts';
import { deadlineOf, type SongEvent, songPhase, useSongList } from '#/features/songs/songs.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { MusicIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { songEventPath } from './song-event/sections.ts';

/** What can be taken part in besides the elections: a Best 7 poll or a song event. */
export type ActivityEntry = {
  readonly list: 'now' | 'coming' | 'ended';
  readonly to: string;
  readonly icon: IconComponent;
  /** The event's own name; defaults to the screen's. */
  readonly title?: string;
  readonly name: MessageId;
  readonly when:
    | { readonly id: 'activity.opensAt' | 'activity.openUntil' | 'activity.endedAt'; readonly at: string }
    | Counting;
};

type Counting = { readonly id: 'phase.closingNote' };

const counting: Counting = { id: 'phase.closingNote' };

/** A poll opens by its clock, even before the server says so. */
export function best7Entry(
  { activityId, state, opensAt, closesAt }: Pick<Best7Poll, 'activityId' | 'state' | 'opensAt' | 'closesAt'>,
  nowMs: number,
): ActivityEntry {
  const entry = {
    to: `/best7?activityId=${encodeURIComponent(activityId)}`,
    icon: TrophyIcon,
    name: 'best7.title',
  } as const;
  if (state === 'final') return { ...entry, list: 'ended', when: { id: 'activity.endedAt', at: closesAt } };
  if (state === 'scheduled' && nowMs < Date.parse(opensAt))
    return { ...entry, list: 'coming', when: { id: 'activity.opensAt', at: opensAt } };
  const isOpen = state === 'open' || state === 'scheduled';
  return { ...entry, list: 'now', when: isOpen ? { id: 'activity.openUntil', at: closesAt } : counting };
}

export function songEntry(
  event: Pick<SongEvent, 'title' | 'state' | 'nominations' | 'final'>,
  nowMs: number,
): ActivityEntry {
  const entry = { to: songEventPath, icon: MusicIcon, title: event.title, name: 'songs.event' } as const;
  const phase = songPhase(event, nowMs);
  if (phase === 'ended') return { ...entry, list: 'ended', when: { id: 'activity.endedAt', at: event.final.closesAt } };
  const at = deadlineOf(event, phase);
  if (at === undefined) return { ...entry, list: 'now', when: counting };
  const opens = phase === 'scheduled' || phase === 'between';
  return {
    ...entry,
    list: phase === 'scheduled' ? 'coming' : 'now',
    when: { id: opens ? 'activity.opensAt' : 'activity.openUntil', at },
  };
}

/** The Best 7 poll that needs attention first and the current song event, with their load failures. */
export function useActivityEntries() {
  const best7 = useBest7();
  const songs = useSongList();
  const nowMs = serverNowMs();
  const entries: readonly ActivityEntry[] = [
    ...(best7.data ? [best7Entry(best7.data, nowMs)] : []),
    ...(songs.data?.event ? [songEntry(songs.data.event, nowMs)] : []),
  ];
  const failed = [
    { text: 'activity.best7Error', query: best7 },
    { text: 'songs.error', query: songs },
  ] as const;
  return {
    entries,
    isPending: best7.isPending || songs.isPending,
    failed: failed.filter(({ query }) => query.isError && query.data === undefined),
  };
}

/** One of them in a list, with the way in. */
export function ActivityEntryRow({ entry, isInCard = false }: { entry: ActivityEntry; isInCard?: boolean }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { to, icon: Icon, title, name, when } = entry;
  return (
    <Link
      href={to}
      className={`press flex items-center gap-3.5 rounded-tile p-3.5 ${isInCard ? 'bg-bg' : 'bg-surface'}`}
    >
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        {title ? <span className="block text-caption font-semibold text-mute">{t(name)}</span> : null}
        <span className="block text-body font-bold">{title ?? t(name)}</span>
        <span className="num block text-small text-pretty text-mute">
          {'at' in when ? t(when.id, { when: friendly(when.at) }) : t(when.id)}
        </span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}

/** Load failures, each with its own retry. */
export function FailedEntries({ failed }: Pick<ReturnType<typeof useActivityEntries>, 'failed'>): ReactNode {
  const t = useText();
  return failed.map(({ text, query }) => (
    <section key={text} className="card">
      <LoadError text={t(text)} error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    </section>
  ));
}
