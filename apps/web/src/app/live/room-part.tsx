import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useCurrentActivityId } from '#/app/election.tsx';
import { idolPath } from '#/features/elections/election-queries.ts';
import { useRoom, useRefreshRoom, type LiveRoom, type RoomView, roomPath } from '#/features/live/live-queries.ts';
import { offersReplay, RoomMarks } from '#/features/live/room-marks.tsx';
import sheet from '#/features/live/live.css?url';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Countdown } from '#/ui/countdown.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ClockIcon, EyeIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { CalendarIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { BackLink } from '#/ui/screen-header.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RoomDoor, StudioDoor } from './room-door.tsx';

const player = lazyPart(() => import('#/features/live/player/live-player.tsx').then((module) => module.LivePlayer));
const chat = lazyPart(() => import('#/features/live-chat/room-chat.tsx').then((module) => module.RoomChat));

/** Shows one room: its picture, its door, and its description. */
export function RoomPart({ roomId }: { roomId: string }): ReactNode {
  const t = useText();
  const query = useRoom(roomId);
  const { data: view, error, isFetching, refetch } = query;
  if (view) return <Room view={view} />;
  if (refusalReason(error) === 'LIVE_ROOM_NOT_FOUND') {
    return (
      <Frame roomId={roomId}>
        <div className="card">
          <Empty
            icon={LiveIcon}
            text={t('live.gone')}
            action={
              <Link href="/live" className={buttonStyle('primary')}>
                {t('live.allRooms')}
              </Link>
            }
          />
        </div>
      </Frame>
    );
  }
  return (
    <Frame roomId={roomId} picture={error ? undefined : <Skeleton className="aspect-video rounded-tile" />}>
      {error ? (
        <div className="card">
          <LoadError text={t('live.roomError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <LoadingRegion className="space-y-4">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </LoadingRegion>
      )}
    </Frame>
  );
}

type FrameProps = { roomId: string; room?: LiveRoom; picture?: ReactNode; children: ReactNode };

function Frame({ roomId, room, picture, children }: FrameProps): ReactNode {
  const t = useText();
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <header className="stage stage-top px-4 pb-18 text-white">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <BackLink to="/live" onStage />
          <PointsChip path={roomPath(roomId)} onStage />
        </div>
        {picture === undefined ? null : <div className="live-place mt-3">{picture}</div>}
        <div className="mt-4 flex items-center gap-3">
          {room ? (
            <Portrait src={room.host.pictureUrl} width={44} height={44} className="size-11 shrink-0 rounded-full" />
          ) : null}
          <div className="min-w-0">
            <ScreenTitle className="text-section font-extrabold text-white">
              {room?.title ?? t('live.title')}
            </ScreenTitle>
            {room ? <p className="text-small font-semibold">{t('live.with', { host: room.host.name })}</p> : null}
          </div>
        </div>
        <LightstickCrowd />
      </header>
      <div className="live-room relative z-10 -mt-6 space-y-4 px-4">{children}</div>
    </>
  );
}

function Room({ view }: { view: RoomView }): ReactNode {
  const t = useText();
  const { activityId } = useCurrentActivityId();
  const { room } = view;
  return (
    <Frame roomId={room.roomId} room={room} picture={<RoomPicture key={room.roomId} view={view} />}>
      {view.hasStudio && (room.state === 'coming' || room.state === 'onAir') ? (
        <StudioDoor roomId={room.roomId} />
      ) : null}
      <RoomDoor room={room} />
      {view.hasChat ? <RoomTalk view={view} /> : null}
      <section aria-labelledby="room-about" className="card">
        <SectionHeading id="room-about">{t('live.about')}</SectionHeading>
        <p className="text-body text-pretty">{room.description}</p>
        <RoomFacts room={room} />
        {room.host.idolId !== null && activityId ? (
          <Link href={idolPath(activityId, room.host.idolId)} className={`${buttonStyle('soft')} mt-4`}>
            {t('live.toIdol', { host: room.host.name })}
          </Link>
        ) : null}
      </section>
    </Frame>
  );
}

/** Shows the chat, for those who may be in the room. */
function RoomTalk({ view: { room, isModerator, isHost } }: { view: RoomView }): ReactNode {
  const Chat = chat.Component;
  if (room.price > 0 && room.myTicket?.state !== 'valid' && !isModerator && !isHost) return null;
  return (
    <div className="live-chat">
      <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
        <Chat roomId={room.roomId} isModerator={isModerator || isHost} roomState={room.state} />
      </Suspense>
    </div>
  );
}

/**
 * Shows the player where the fan may watch, else the cover with the reason. A player stays until it has played its last
 * segment.
 */
function RoomPicture({ view: { room, mayWatch } }: { view: RoomView }): ReactNode {
  const [isWatching, setWatching] = useState(mayWatch);
  const [ended, setEnded] = useState(false);
  const refresh = useRefreshRoom(room.roomId);
  if (mayWatch && !isWatching && !ended) setWatching(true);
  const Player = player.Component;
  if (!isWatching) return <RoomPoster room={room} />;
  return (
    <Suspense fallback={<Poster room={room} />}>
      <Player
        room={room}
        onBeat={({ state, viewers }) => {
          if (state !== room.state || viewers !== room.viewers) refresh();
        }}
        onEnd={() => {
          refresh();
          setEnded(true);
          if (!mayWatch) setWatching(false);
        }}
      />
    </Suspense>
  );
}

function Poster({ room, children }: { room: LiveRoom; children?: ReactNode }): ReactNode {
  const address = useAssetAddress(room.coverUrl);
  return (
    <div className="live-frame">
      <img alt="" src={address} className="live-poster" data-dim={children !== undefined} />
      {children}
      <RoomMarks room={room} />
    </div>
  );
}

/** Says why there is no picture, and until when. */
function RoomPoster({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  if (room.state === 'coming') {
    return (
      <Poster room={room}>
        <div className="live-middle gap-2">
          <p className="text-small font-bold">{t('live.startsIn')}</p>
          <Countdown key={room.opensAt} until={room.opensAt} />
        </div>
      </Poster>
    );
  }
  const Icon = room.state === 'onAir' ? LockIcon : ClockIcon;
  return (
    <Poster room={room}>
      <div className="live-middle gap-2 px-8 text-center">
        <Icon size={28} />
        <p className="text-body font-bold text-balance">{t(noPictureText(room))}</p>
      </div>
    </Poster>
  );
}

function noPictureText({ state }: LiveRoom): MessageId {
  if (state === 'cancelled' || state === 'failed') return `live.${state}`;
  return state === 'over' ? 'live.over' : 'live.needsTicket';
}

function RoomFacts({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { opensAt, closesAt, plays } = room;
  const replayUntil = offersReplay(room) ? room.replayUntil : null;
  const facts = [
    {
      icon: CalendarIcon,
      text:
        closesAt === null
          ? t('live.alwaysOn')
          : t('live.fromUntil', { from: friendly(opensAt), until: friendly(closesAt) }),
    },
    ...(replayUntil === null
      ? []
      : [{ icon: ClockIcon, text: t('live.replayUntil', { when: friendly(replayUntil) }) }]),
    ...(plays === 0 ? [] : [{ icon: EyeIcon, text: t('live.plays', { plays }) }]),
  ];
  return (
    <>
      <ul className="num mt-4 space-y-2 rounded-tile bg-bg p-4 text-small">
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-start gap-2.5">
            <Icon size={19} className="text-mute" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-caption text-pretty text-mute">{t('live.howCounted')}</p>
    </>
  );
}
