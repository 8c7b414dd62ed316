import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { StageTop } from '#/ui/stage-top.tsx';
import sheet from '#/features/live/live.css?url';
import { useRefreshRoom, useRoom, roomPath } from '#/features/live/live-queries.ts';
import { StartsIn } from '#/features/live/room-marks.tsx';
import { type StudioRoom, studioPath, useStudioRooms } from '#/features/live-studio/studio-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Empty } from '#/ui/empty.tsx';
import { NextIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const studioRoom = lazyPart(() => import('#/features/live-studio/studio-room.tsx').then((module) => module.StudioRoom));

/** Lets presenters go on air from the browser: lists their rooms, or opens the one that the address names. */
export function StudioScreen(): ReactNode {
  const session = useSession();
  const roomId = useQueryParameter('roomId');
  const isOwnDocument = useOwnDocument(session !== null && roomId !== null);
  if (!session) return <Redirect to={signInPath(studioPath(roomId ?? undefined))} replace />;
  if (roomId === null) return <MyRooms />;
  return isOwnDocument ? <RoomInStudio key={roomId} roomId={roomId} /> : <Opening />;
}

/**
 * Tells whether the page itself was loaded as the studio, and may film: a policy belongs to a document. One that came
 * from another screen, as after signing in, loads again.
 */
function useOwnDocument(isNeeded: boolean): boolean {
  const [isOwn] = useState(() => {
    const [loaded] = performance.getEntriesByType('navigation');
    return loaded !== undefined && new URL(loaded.name).pathname.startsWith(studioPath());
  });
  useEffect(() => {
    if (isNeeded && !isOwn) location.reload();
  }, [isNeeded, isOwn]);
  return isOwn;
}

type FrameProps = { title: string; backTo: string; part?: string; children: ReactNode };

function Frame({ title, backTo, part, children }: FrameProps): ReactNode {
  const t = useText();
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      {part === undefined ? (
        <StageTop title={title} text={t('studio.text')} backTo={backTo} />
      ) : (
        <StageTop title={title} part={part} backTo={backTo} />
      )}
      <div className="relative z-10 -mt-6 space-y-4 px-4">{children}</div>
    </>
  );
}

function Opening(): ReactNode {
  const t = useText();
  return (
    <Frame title={t('studio.title')} backTo="/live">
      <LoadingRegion className="space-y-4">
        <Skeleton className="h-80 rounded-card" />
      </LoadingRegion>
    </Frame>
  );
}

function MyRooms(): ReactNode {
  const t = useText();
  const { data: rooms, error, isFetching, refetch } = useStudioRooms();
  if (!rooms && !error) return <Opening />;
  return (
    <Frame title={t('studio.title')} backTo="/live">
      <section aria-label={t('studio.myRooms')} className="card">
        {rooms ? (
          <RoomRows rooms={rooms} />
        ) : (
          <LoadError text={t('studio.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </section>
    </Frame>
  );
}

function RoomRows({ rooms }: { rooms: readonly StudioRoom[] }): ReactNode {
  const t = useText();
  if (rooms.length === 0) {
    return (
      <Empty
        icon={LiveIcon}
        text={t('studio.none')}
        action={
          <Link href="/live" className={buttonStyle('primary')}>
            {t('live.allRooms')}
          </Link>
        }
      />
    );
  }
  return (
    <ul className="space-y-3">
      {rooms.map(({ roomId, title, coverUrl, opensAt, state }) => (
        <li key={roomId}>
          <a href={studioPath(roomId)} className="press flex items-center gap-3.5 rounded-tile bg-bg p-3">
            <Cover src={coverUrl} width={56} height={56} className="size-14 shrink-0 rounded-control" />
            <span className="min-w-0 flex-1">
              <span className="block text-body font-bold">{title}</span>
              <span className="num block text-small text-mute">
                {state === 'coming' ? <StartsIn at={opensAt} /> : t('studio.onAirNow')}
              </span>
            </span>
            {state === 'onAir' ? <Badge tone="brand">{t('studio.mark.onAir')}</Badge> : null}
            <NextIcon size={20} className="text-mute" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function RoomInStudio({ roomId }: { roomId: string }): ReactNode {
  const t = useText();
  const { data: view, error, isFetching, refetch } = useRoom(roomId);
  const refresh = useRefreshRoom(roomId);
  const Room = studioRoom.Component;
  if (view?.hasStudio) {
    return (
      <Frame title={view.room.title} part={t('studio.title')} backTo={roomPath(roomId)}>
        <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
          <Room room={view.room} onChange={refresh} />
        </Suspense>
      </Frame>
    );
  }
  if (!view && !error) return <Opening />;
  const isRefused = view !== undefined || refusalReason(error) === 'LIVE_ROOM_NOT_FOUND';
  return (
    <Frame title={t('studio.title')} backTo="/live">
      <div className="card">
        {isRefused ? (
          <Empty
            icon={LiveIcon}
            text={t('studio.notHost')}
            action={
              <Link href="/live/studio" className={buttonStyle('primary')}>
                {t('studio.myRooms')}
              </Link>
            }
          />
        ) : (
          <LoadError text={t('live.roomError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </Frame>
  );
}
