import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useNextRooms, roomPath } from '#/features/live/live-queries.ts';
import { kindText, StartsIn } from '#/features/live/room-marks.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Shows the live room on air, else the next one; nothing without either or without an answer. */
export function HomeLive(): ReactNode {
  const t = useText();
  const { data, isPending } = useNextRooms();
  if (isPending) return <Skeleton className="h-44 rounded-card" />;
  const room = data?.[0];
  if (!room) return null;
  const { roomId, coverUrl, title, state, host: presenter, viewers, opensAt } = room;
  const isOnAir = state === 'onAir';
  return (
    <section aria-labelledby="home-live" className="card enter">
      <SectionHeading id="home-live" more={{ to: '/live', text: t('home.allLive') }}>
        {t('discover.live')}
      </SectionHeading>
      <Link href={roomPath(roomId)} className="choice-row press flex items-center gap-3.5 rounded-tile bg-bg p-3">
        <Cover src={coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          {isOnAir ? <Badge tone="brand">{t(kindText(room))}</Badge> : null}
          <span className="block text-body font-bold">{title}</span>
          <span className="num block text-small font-semibold text-mute">
            {isOnAir ? t('live.withViewers', { host: presenter.name, viewers }) : <StartsIn at={opensAt} />}
          </span>
        </span>
        <span
          className={
            'inline-flex min-h-9 shrink-0 items-center rounded-full ' +
            'bg-brand-soft px-3 text-small font-bold text-brand'
          }
        >
          {t(isOnAir ? 'live.watch' : 'activity.look')}
        </span>
      </Link>
    </section>
  );
}
