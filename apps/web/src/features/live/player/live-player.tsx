import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { keepAwake } from '#/lib/keep-awake.ts';
import { Button } from '#/ui/button.tsx';
import { AlertIcon } from '#/ui/icons/shell-icons.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import type { LiveRoom } from '../live-queries.ts';
import { RoomMarks } from '../room-marks.tsx';
import { type PlayerEnd, playRoom, type RoomPlayback } from './play-room.ts';
import { commandOf, type PlayerCommands, PlayerControls, PlayIcon, SilentIcon } from './player-controls.tsx';
import {
  seek,
  skip,
  toggleCaptions,
  toggleInset,
  toggleMute,
  togglePlay,
  toggleWhole,
  watchStillness,
  type VideoState,
  useVideoState,
} from './video-state.ts';
import type { Beat } from './watch-session.ts';

type LivePlayerProps = {
  room: LiveRoom;
  onBeat: (beat: Beat) => void;
  /** The picture is over, or the fan may not watch it any more. */
  onEnd: () => void;
};

/** Ends after which the room itself says what comes next. */
const roomKnows: readonly PlayerEnd[] = ['offAir', 'ticket', 'gone'];

/** Shows the picture of a room, which begins without sound, or why it does not play. */
export function LivePlayer({ room, onBeat, onEnd }: LivePlayerProps): ReactNode {
  const [end, setEnd] = useState<PlayerEnd | null>(null);
  const poster = useAssetAddress(room.coverUrl);
  const retry = useEffectEvent(() => setEnd(null));
  useEffect(() => {
    if (end !== 'network') return undefined;
    const listening = new AbortController();
    addEventListener('online', () => retry(), { signal: listening.signal });
    return () => listening.abort();
  }, [end]);
  if (end === null) {
    return (
      <Screen
        room={room}
        poster={poster}
        onBeat={onBeat}
        onEnd={(why) => {
          setEnd(why);
          if (roomKnows.includes(why)) onEnd();
        }}
      />
    );
  }
  return (
    <div className="live-frame">
      <img alt="" src={poster} className="live-poster" data-dim />
      <EndPanel end={end} isReplay={room.state === 'over'} onRetry={() => setEnd(null)} />
      <RoomMarks room={room} />
    </div>
  );
}

const skipSeconds = 10;

type ScreenProps = {
  room: LiveRoom;
  poster: string | undefined;
  onBeat: (beat: Beat) => void;
  onEnd: (end: PlayerEnd) => void;
};

/** Shows the video with its controls and keys. */
function Screen({ room, poster, onBeat, onEnd }: ScreenProps): ReactNode {
  const t = useText();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [isAtEdge, setAtEdge] = useState(true);
  const [isStill, setStill] = useState(false);
  const [isAwaited, setAwaited] = useState(false);
  const playback = useRef<RoomPlayback>(undefined);
  const state = useVideoState(video);
  const isPlaying = !state.isPaused;
  const tellBeat = useEffectEvent(onBeat);
  const tellEnd = useEffectEvent(onEnd);
  const { streamName } = room;

  useEffect(() => {
    if (!video) return undefined;
    const playing = playRoom(video, {
      streamName,
      onBeat: (beat) => tellBeat(beat),
      onWait: setAwaited,
      onEdge: setAtEdge,
      onEnd: (why) => tellEnd(why),
    });
    playback.current = playing;
    return playing.close;
  }, [video, streamName]);
  useEffect(() => (video?.parentElement ? watchStillness(video.parentElement, setStill) : undefined), [video]);
  useEffect(() => (isPlaying ? keepAwake() : undefined), [isPlaying]);

  const withVideo = (act: (element: HTMLVideoElement) => void) => () => video && act(video);
  const commands: PlayerCommands = {
    togglePlay: withVideo(togglePlay),
    toggleMute: withVideo(toggleMute),
    toggleCaptions: withVideo(toggleCaptions),
    toggleInset: withVideo(toggleInset),
    toggleWhole: withVideo(toggleWhole),
    toEdge: () => playback.current?.toEdge(),
    back: withVideo((element) => skip(element, -skipSeconds)),
    ahead: withVideo((element) => skip(element, skipSeconds)),
    seek: (seconds) => video && seek(video, seconds),
  };
  const press = (event: KeyboardEvent) => {
    const command = commandOf(event);
    const isChord = event.ctrlKey || event.metaKey || event.altKey;
    // The space bar presses the control that has the focus.
    const isTaken = command === 'togglePlay' && event.target !== event.currentTarget;
    if (!command || isChord || isTaken) return;
    event.preventDefault();
    commands[command]();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its keys only repeat its controls.
    <div
      className="live-frame"
      role="group"
      aria-label={t('live.player.of', { title: room.title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Its keys work while it has the focus.
      tabIndex={0}
      data-quiet={isPlaying && isStill}
      onKeyDown={press}
    >
      <video ref={setVideo} className="live-video" poster={poster} muted playsInline autoPlay />
      <Middle state={state} isAwaited={isAwaited} onPlay={commands.togglePlay} onUnmute={commands.toggleMute} />
      <PlayerControls state={state} isAtEdge={isAtEdge} commands={commands} />
      {/* Who watches is a viewer before the next count says so. */}
      <RoomMarks room={isPlaying ? { ...room, viewers: Math.max(room.viewers, 1) } : room} />
    </div>
  );
}

type MiddleProps = { state: VideoState; isAwaited: boolean; onPlay: () => void; onUnmute: () => void };

/** Shows in the middle of the picture a wait, a button that begins it, or one that turns its sound on. */
function Middle({ state, isAwaited, onPlay, onUnmute }: MiddleProps): ReactNode {
  const t = useText();
  const { isPaused, isMuted, isWaiting, hasBegun, captions } = state;
  if (isAwaited) {
    return (
      <span className="live-middle gap-2 px-8 text-center text-white" role="status">
        <Spinner />
        <span className="text-body font-bold text-balance">{t('live.player.noPicture')}</span>
      </span>
    );
  }
  if (isPaused && hasBegun) {
    return (
      <span className="live-middle">
        <button type="button" className="press live-play action" aria-label={t('live.player.watch')} onClick={onPlay}>
          <PlayIcon size={34} filled />
        </button>
      </span>
    );
  }
  if (isWaiting || !hasBegun) {
    return (
      <span className="live-middle text-white" role="status">
        <Spinner />
        <span className="sr-only">{t('common.loading')}</span>
      </span>
    );
  }
  // Who reads captions may watch in silence.
  if (!isMuted || captions) return null;
  return (
    <span className="live-middle">
      <button type="button" className="press live-pill" onClick={onUnmute}>
        <SilentIcon size={18} />
        {t('live.player.tapForSound')}
      </button>
    </span>
  );
}

const endTexts: Record<PlayerEnd, MessageId> = {
  taken: 'live.player.end.taken',
  expired: 'live.player.end.expired',
  offAir: 'live.player.end.offAir',
  ticket: 'live.player.end.ticket',
  gone: 'live.player.end.gone',
  failed: 'live.player.end.failed',
  network: 'live.player.end.network',
  unsupported: 'live.player.end.unsupported',
};

/** Ends against which asking again does not help. */
const final: readonly PlayerEnd[] = ['ticket', 'gone', 'unsupported'];

type EndPanelProps = { end: PlayerEnd; isReplay: boolean; onRetry: () => void };

function EndPanel({ end, isReplay, onRetry }: EndPanelProps): ReactNode {
  const t = useText();
  const mayRetry = end === 'offAir' ? isReplay : !final.includes(end);
  return (
    <div className="live-end" role={end === 'offAir' ? 'status' : 'alert'}>
      {end === 'offAir' ? null : <AlertIcon size={26} />}
      <p className="text-body font-bold text-balance">{t(endTexts[end])}</p>
      {mayRetry ? <Button onClick={onRetry}>{t(retryText(end))}</Button> : null}
    </div>
  );
}

function retryText(end: PlayerEnd): MessageId {
  if (end === 'taken') return 'live.player.watchHere';
  return end === 'offAir' ? 'live.player.again' : 'common.retry';
}
