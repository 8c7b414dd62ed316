import type { rehearsalMinutes } from '@lightstick/contract';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useStore } from '#/lib/external-store.ts';
import { Button } from '#/ui/button.tsx';
import { CameraIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import type { BroadcastEnd, BroadcastState } from './broadcaster.ts';
import { canEncodePicture } from './picture-size.ts';
import { type CaptureProblem, type CaptureState, createCapture } from './capture.ts';
import { Preview } from './preview.tsx';
import sheet from './studio.css?url';
import type { StudioRoom as Room } from './studio-queries.ts';
import { type Broadcast, useBroadcast } from './use-broadcast.ts';

const sourcesSheet = lazyPart(() => import('./sources-sheet.tsx').then((module) => module.SourcesSheet));
const stopSheet = lazyPart(() => import('./stop-sheet.tsx').then((module) => module.StopSheet));

const rehearsal: typeof rehearsalMinutes = 30;

type StudioRoomProps = {
  room: Room;
  /** Reads the room again. */
  onChange: () => void;
};

/** Shows a presenter what goes out, and lets them go on air. */
export function StudioRoom({ room, onChange }: StudioRoomProps): ReactNode {
  const t = useText();
  const [capture] = useState(createCapture);
  const [opened, setOpened] = useState<'sources' | 'stop'>();
  const view = useStore(capture.store);
  const broadcast = useBroadcast(room.roomId, capture, onChange);
  const isUp = broadcast.state.at !== 'off';
  useEffect(() => () => capture.close(), [capture]);
  useFreshRoom(isUp, onChange);
  useLinksHeld(isUp, () => setOpened('stop'));
  const problem = view.problem ?? (view.isPaused ? 'paused' : null);
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <section aria-label={t('studio.picture')} className="card space-y-4">
        <Preview room={room} view={view} capture={capture} broadcast={broadcast} />
        {problem ? <InlineAlert>{t(problemTexts[problem])}</InlineAlert> : null}
        {view.at === 'on' ? (
          <OnAirActions room={room} broadcast={broadcast} onStop={() => setOpened('stop')} />
        ) : (
          <TurnOn view={view} open={capture.open} />
        )}
        {view.at === 'on' ? (
          <Button variant="quiet" className="w-full" onClick={() => setOpened('sources')}>
            <CameraIcon size={20} />
            {t('studio.sources')}
          </Button>
        ) : null}
      </section>
      {broadcast.state.at === 'sending' ? <ConnectionCard state={broadcast.state} /> : null}
      <section aria-labelledby="studio-tips" className="card">
        <h2 id="studio-tips" className="text-section font-extrabold">
          {t('studio.tips')}
        </h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-small text-pretty text-mute">
          {tips.map((tip) => (
            <li key={tip}>{t(tip)}</li>
          ))}
        </ul>
      </section>
      <Suspense fallback={null}>
        {opened === 'sources' ? (
          <sourcesSheet.Component capture={capture} onClose={() => setOpened(undefined)} />
        ) : null}
        {opened === 'stop' ? (
          <stopSheet.Component room={room} broadcast={broadcast} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}

const tips: readonly MessageId[] = ['studio.tip.stay', 'studio.tip.sideways', 'studio.tip.rehearse'];

const problemTexts: Record<CaptureProblem | 'paused', MessageId> = {
  denied: 'studio.problem.denied',
  noCamera: 'studio.problem.noCamera',
  busy: 'studio.problem.busy',
  insecure: 'studio.problem.insecure',
  screenEnded: 'studio.problem.screenEnded',
  cameraEnded: 'studio.problem.cameraEnded',
  paused: 'studio.problem.paused',
};

type TurnOnProps = { view: CaptureState; open: () => Promise<void> };

/** Shows the first step, in a browser that can broadcast. */
function TurnOn({ view, open }: TurnOnProps): ReactNode {
  const t = useText();
  const [canEncode, setCanEncode] = useState<boolean>();
  useEffect(() => {
    void canEncodePicture().then(setCanEncode);
  }, []);
  if (canEncode === false) return <InlineAlert>{t('studio.problem.encoder')}</InlineAlert>;
  return (
    <>
      <p className="text-small text-pretty text-mute">{t('studio.turnOnNote')}</p>
      <Button size="large" busy={view.at === 'asking' || canEncode === undefined} onClick={() => void open()}>
        <CameraIcon size={22} />
        {t('studio.turnOn')}
      </Button>
    </>
  );
}

const endTexts: Record<BroadcastEnd, MessageId> = {
  taken: 'studio.end.taken',
  over: 'studio.end.over',
  cancelled: 'studio.end.cancelled',
  notPresenter: 'studio.end.notHost',
  early: 'studio.end.early',
  encoder: 'studio.end.encoder',
  refused: 'studio.end.refused',
  failed: 'studio.end.failed',
};

type OnAirActionsProps = { room: Room; broadcast: Broadcast; onStop: () => void };

/** Shows the one button of the moment: going on air, or stopping. */
function OnAirActions({ room, broadcast, onStop }: OnAirActionsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const opensMs = Date.parse(room.opensAt);
  const nowMs = useServerNow(opensMs);
  const isAhead = room.state === 'coming' && nowMs < opensMs;
  const { state, begin } = broadcast;
  if (room.state !== 'coming' && room.state !== 'onAir') {
    return (
      <p role="status" className="text-center text-body font-bold">
        {t('studio.end.over')}
      </p>
    );
  }
  if (state.at !== 'off') {
    return (
      <>
        {isAhead ? <p className="text-small text-pretty text-mute">{t('studio.rehearsalNote')}</p> : null}
        <Button variant="soft" size="large" busy={state.at === 'connecting'} onClick={onStop}>
          {t(state.at === 'connecting' ? (state.isAgain ? 'studio.reconnecting' : 'studio.connecting') : 'studio.stop')}
        </Button>
      </>
    );
  }
  const fromMs = opensMs - rehearsal * 60_000;
  const left = isAhead ? formatTimeLeft(opensMs, nowMs) : undefined;
  return (
    <>
      {state.end ? <InlineAlert>{t(endTexts[state.end])}</InlineAlert> : null}
      {isAhead ? (
        <p className="num text-small text-pretty text-mute">
          {nowMs < fromMs
            ? t('studio.tooEarly', { when: friendly(new Date(fromMs).toISOString()) })
            : t('studio.rehearseNote', { left: left ?? friendly(room.opensAt) })}
        </p>
      ) : null}
      <Button size="large" disabled={nowMs < fromMs && isAhead} onClick={begin}>
        {t(goText(isAhead, state.end))}
      </Button>
    </>
  );
}

function goText(isAhead: boolean, end: BroadcastEnd | null): MessageId {
  if (end === 'taken') return 'studio.goHere';
  return isAhead ? 'studio.rehearse' : 'studio.goLive';
}

type ConnectionCardProps = { state: Extract<BroadcastState, { at: 'sending' }> };

/** The delay in seconds from which the connection counts as slow. */
const slowSeconds = 3;
const inMbit = (bits: number) => Math.round(bits / 100_000) / 10;

/** Says whether the connection takes the picture: how fast, what waits, and what was done about it. */
function ConnectionCard({ state }: ConnectionCardProps): ReactNode {
  const t = useText();
  const { size, isReduced, waitingSeconds, bitsPerSecond } = state;
  const isSlow = waitingSeconds >= slowSeconds;
  const facts = [
    [t('studio.connection.size'), `${size.width} × ${size.height}`],
    [t('studio.connection.need'), t('studio.connection.mbit', { mbit: inMbit(size.bitsPerSecond) })],
    [
      t('studio.connection.speed'),
      bitsPerSecond === null ? '–' : t('studio.connection.mbit', { mbit: inMbit(bitsPerSecond) }),
    ],
    [t('studio.connection.waiting'), t('studio.connection.seconds', { seconds: waitingSeconds })],
  ] as const;
  return (
    <section aria-labelledby="studio-connection" className="card">
      <h2 id="studio-connection" className="text-section font-extrabold">
        {t('studio.connection.title')}
      </h2>
      <p role="status" className={`mt-1 text-small font-bold ${isSlow ? 'text-warn' : 'text-ok'}`}>
        {t(isSlow ? 'studio.connection.slow' : 'studio.connection.good')}
      </p>
      <dl className="num mt-3 space-y-2 rounded-tile bg-bg p-4 text-small">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-mute">{label}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {isReduced ? <p className="mt-2 text-small text-pretty text-mute">{t('studio.connection.reduced')}</p> : null}
    </section>
  );
}

const freshMs = 10_000;

/** Loads the room again while the picture is up, for the number of viewers and the end of the room. */
function useFreshRoom(isUp: boolean, onChange: () => void): void {
  const read = useEffectEvent(onChange);
  useEffect(() => {
    if (!isUp) return undefined;
    const timer = setInterval(() => read(), freshMs);
    return () => {
      clearInterval(timer);
      read();
    };
  }, [isUp]);
}

/** Asks before it follows a pressed link while the picture is up. */
function useLinksHeld(isUp: boolean, onPress: () => void): void {
  const ask = useEffectEvent(onPress);
  useEffect(() => {
    if (!isUp) return undefined;
    const hold = (event: MouseEvent) => {
      if (!(event.target as Element).closest('a[href]')) return;
      event.preventDefault();
      event.stopPropagation();
      ask();
    };
    document.addEventListener('click', hold, true);
    return () => document.removeEventListener('click', hold, true);
  }, [isUp]);
}
