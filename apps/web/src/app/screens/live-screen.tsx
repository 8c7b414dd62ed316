import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RoomPart } from '#/app/live/room-part.tsx';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';
import { type LiveRoom, useRooms, roomPath } from '#/features/live/live-queries.ts';
import { RemindButton, offersReplay, RoomMarks, StartsIn } from '#/features/live/room-marks.tsx';
import sheet from '#/features/live/live.css?url';
import { useStudioRooms } from '#/features/live-studio/studio-queries.ts';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Cover } from '#/ui/cover.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon, TasksIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { Empty } from '#/ui/empty.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { StudioDoor } from '../live/room-door.tsx';

/** Shows the live rooms, or the one that the address names. */
export function LiveScreen(): ReactNode {
  const roomId = useQueryParameter('roomId');
  return roomId === null ? <RoomList /> : <RoomPart key={roomId} roomId={roomId} />;
}

const ways: readonly Way[] = [
  { to: '/agent-live-room', icon: SparkleIcon, title: 'agent.title', text: 'live.toAgent' },
  { to: '/task', icon: TasksIcon, title: 'live.earn', text: 'live.earnText' },
];

/** Lists what is on air, what comes next, and what is over. */
function RoomList(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useRooms();
  const first = data?.pages[0];
  const [hero, ...others] = first?.onAir ?? [];
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <StageTop title={t('live.title')} text={t('live.text')} backTo="/">
        {hero ? <OnAirCard room={hero} /> : null}
        {!first && !error ? <Skeleton className="aspect-video rounded-tile" /> : null}
        {!hero && (first || error) ? <LiveArt /> : null}
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {useStudioRooms().data?.length ? <StudioDoor /> : null}
        {first ? <RoomSections others={others} coming={first.coming} hasHero={hero !== undefined} /> : null}
        {error && !first ? (
          <div className="card">
            <LoadError text={t('live.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {first || error ? null : (
          <LoadingRegion className="space-y-4">
            <Skeleton className="h-44 rounded-card" />
            <Skeleton className="h-56 rounded-card" />
          </LoadingRegion>
        )}
        <section aria-labelledby="live-ways" className="card">
          <SectionHeading id="live-ways">{t('live.more')}</SectionHeading>
          <WayList ways={ways} />
        </section>
      </div>
    </>
  );
}

type RoomSectionsProps = { others: readonly LiveRoom[]; coming: readonly LiveRoom[]; hasHero: boolean };

/** Shows the rooms beside the one on the stage. */
function RoomSections({ others, coming, hasHero }: RoomSectionsProps): ReactNode {
  const t = useText();
  return (
    <>
      {hasHero ? null : (
        <section className="card text-center">
          <h2 className="text-section font-extrabold">{t('live.none')}</h2>
          <p className="mt-1.5 text-body text-balance text-mute">
            {t(coming.length > 0 ? 'live.noneButNext' : 'live.noneText')}
          </p>
        </section>
      )}
      {others.length > 0 ? (
        <section aria-labelledby="live-also" className="card">
          <SectionHeading id="live-also">{t('live.alsoOn')}</SectionHeading>
          <ul className="pair space-y-4">
            {others.map((room) => (
              <li key={room.roomId}>
                <OnAirCard room={room} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {coming.length > 0 ? (
        <section aria-labelledby="live-next" className="card">
          <SectionHeading id="live-next">{t('live.next')}</SectionHeading>
          <ul className="pair space-y-3">
            {coming.map((room) => (
              <li key={room.roomId}>
                <ComingRoom room={room} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="live-over" className="card">
        <SectionHeading id="live-over">{t('live.before')}</SectionHeading>
        <InfiniteList
          label={t('live.before')}
          pages={useRooms()}
          keyOf={({ roomId }) => roomId}
          renderRow={(room: LiveRoom) => <OverRoom room={room} />}
          errorText={t('live.error')}
          empty={<Empty icon={CalendarIcon} text={t('live.beforeNone')} />}
          rowHeight={84}
          more="on-press"
        />
      </section>
    </>
  );
}

/** Shows a room on air: its cover, its presenter, and a link. */
function OnAirCard({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const address = useAssetAddress(room.coverUrl);
  const needsTicket = room.price > 0 && room.myTicket === null;
  return (
    <Link href={roomPath(room.roomId)} className="press live-cover enter">
      <img alt="" src={address} className="live-poster" />
      <RoomMarks room={room} />
      <span className="live-cover-words flex items-end justify-between gap-3">
        <span className="min-w-0">
          <span className="block text-title font-extrabold">{room.title}</span>
          <span className="num block text-small font-semibold">
            {needsTicket
              ? t('live.withPrice', { host: room.host.name, points: room.price })
              : t('live.with', { host: room.host.name })}
          </span>
        </span>
        <span className="action inline-flex min-h-11 shrink-0 items-center rounded-full px-4 text-small font-bold">
          {t(needsTicket ? 'activity.look' : 'live.watch')}
        </span>
      </span>
    </Link>
  );
}

/** Shows a room to come: when, for what, and the reminder. */
function ComingRoom({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const session = useSession();
  const { roomId, title, coverUrl, host: presenter, opensAt, price, myTicket } = room;
  return (
    <div className="rounded-tile bg-bg p-3">
      <Link href={roomPath(roomId)} className="press flex items-center gap-3.5">
        <Cover src={coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="num block text-small font-bold text-brand">
            <StartsIn at={opensAt} />
          </span>
          <span className="block text-body font-bold">{title}</span>
          <span className="num block text-small text-mute">
            {price > 0
              ? t('live.withPrice', { host: presenter.name, points: price })
              : t('live.withFree', { host: presenter.name })}
          </span>
        </span>
        {myTicket?.state === 'valid' ? <Badge tone="ok">{t('live.ticket.badge')}</Badge> : null}
      </Link>
      {session ? (
        <div className="mt-3 flex justify-end">
          <RemindButton room={room} />
        </div>
      ) : null}
    </div>
  );
}

/** Shows a room that is over: its replay, or why there is none. */
function OverRoom({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { roomId, title, coverUrl, closesAt, opensAt, state } = room;
  const note =
    state === 'cancelled' || state === 'failed'
      ? t(state === 'cancelled' ? 'live.cancelled' : 'live.failed')
      : t('live.endedOn', { when: friendly(closesAt ?? opensAt) });
  return (
    <Link href={roomPath(roomId)} className="press flex items-center gap-3.5 py-3">
      <Cover src={coverUrl} width={56} height={56} className="size-14 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{title}</span>
        <span className="num block text-small text-pretty text-mute">{note}</span>
      </span>
      {offersReplay(room) ? <Badge tone="brand">{t('live.mark.replay')}</Badge> : null}
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}

const heart = 'M0 6S-8 1.2-8-4A4.3 4.3 0 0 1 0-6.4 4.3 4.3 0 0 1 8-4C8 1.2 0 6 0 6z';

const hearts = [
  { x: 262, y: 108, scale: 1.2, colour: lights.pink, opacity: 1 },
  { x: 282, y: 78, scale: 0.9, colour: lights.gold, opacity: 0.9 },
  { x: 264, y: 52, scale: 0.8, colour: lights.violet, opacity: 0.75 },
  { x: 280, y: 28, scale: 0.55, colour: lights.mint, opacity: 0.6 },
] as const;

/** Draws a phone on a stand before the stage, with hearts and comments. */
function LiveArt(): ReactNode {
  return (
    <Drawing width={320} height={160}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.pink} strength={0.6} />
            <linearGradient id={name('screen')} x2="1" y2="1">
              <stop stopColor={lights.pink} stopOpacity=".55" />
              <stop offset="1" stopColor={lights.violet} stopOpacity=".55" />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="80" rx="130" ry="74" fill={`url(#${name('halo')})`} />
          <path d="M160 132v20M132 154h56" stroke={night} strokeWidth="6" strokeLinecap="round" />
          <rect x="76" y="14" width="168" height="116" rx="18" fill={night} />
          <rect x="84" y="22" width="152" height="100" rx="12" fill={`url(#${name('screen')})`} />
          <circle cx="160" cy="72" r="25" fill="#fff" opacity=".95" />
          <path
            d="M153 60.5v23a1.5 1.5 0 0 0 2.3 1.3l18-11.5a1.5 1.5 0 0 0 0-2.6l-18-11.5a1.5 1.5 0 0 0-2.3 1.3z"
            fill={night}
          />
          <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" opacity=".7">
            <path d="M124 54a27 27 0 0 0 0 36M196 54a27 27 0 0 1 0 36" />
            <path d="M114 46a42 42 0 0 0 0 52M206 46a42 42 0 0 1 0 52" opacity=".6" />
          </g>
          <Words x={16} y={34} width={48} colour={lights.blush} />
          <Words x={26} y={70} width={38} colour="#ffffff" />
          <Words x={12} y={104} width={52} colour={lights.mint} />
          {hearts.map(({ x, y, scale, colour, opacity }) => (
            <path
              key={y}
              d={heart}
              fill={colour}
              opacity={opacity}
              transform={`translate(${x} ${y}) scale(${scale})`}
            />
          ))}
          <Sparkle x={300} y={124} size={6} opacity={0.7} />
        </>
      )}
    </Drawing>
  );
}

type WordsProps = { x: number; y: number; width: number; colour: string };

function Words({ x, y, width, colour }: WordsProps): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M8 0H${width - 8}a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8H14l-8 6v-6.4A8 8 0 0 1 0 12V8a8 8 0 0 1 8-8z`}
        fill={colour}
        opacity=".92"
      />
      <path
        d={`M9 8H${width - 12}M9 13H${width - 22}`}
        stroke={night}
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".5"
      />
    </g>
  );
}
