import { type ReactNode, useEffect, useRef } from 'react';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CameraIcon, EyeIcon } from '#/ui/icons/more-icons.tsx';
import type { Capture, CaptureState } from './capture.ts';
import type { StudioRoom } from './studio-queries.ts';
import type { Broadcast } from './use-broadcast.ts';

const CameraOffIcon = drawIcon(
  'M4 4l16 16M8.500 5.800H15l1.600 2.400H20v9.600M16.800 18.800H4V8.200h2.600M10 11a3.300 3.300 0 0 0 4.600 ' +
    '4.600M13 9.300a3.300 3.300 0 0 1 2.200 2.300',
);
const MicrophoneIcon = drawIcon(
  'M12 14.500a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3zM6 11.500a6 6 0 0 0 12 0M12 17.500v3',
);
const MicrophoneOffIcon = drawIcon(
  'M4 4l16 16M15 10V6.500a3 3 0 0 0-5.800-1M9 9v2.500a3 3 0 0 0 4.600 2.500M6 11.500a6 6 0 0 0 9.600 ' +
    '4.800M18 11.500a6 6 0 0 1-.5 2.400M12 17.500v3',
);

type PreviewProps = { room: StudioRoom; view: CaptureState; capture: Capture; broadcast: Broadcast };

/** Shows the presenter's own picture, what viewers get of it, and the two switches that must be at hand. */
export function Preview({ room, view, capture, broadcast }: PreviewProps): ReactNode {
  const t = useText();
  const { video, isMirrored, isMuted, isHidden, hasMicrophone } = view;
  return (
    <div className="live-frame">
      <OwnPicture track={video} isMirrored={isMirrored} isHidden={isHidden} />
      {isHidden ? (
        <p className="live-middle gap-2 text-center text-small font-bold">
          <CameraOffIcon size={34} className="mx-auto" />
          {t('studio.hidden')}
        </p>
      ) : null}
      {view.at === 'on' ? null : (
        <span className="live-middle">
          <CameraOffIcon size={40} />
        </span>
      )}
      <PreviewMarks room={room} broadcast={broadcast} />
      {view.at === 'on' ? (
        <div className="studio-bar">
          <Meter
            label={t(hasMicrophone ? 'studio.level' : 'studio.noMicrophone')}
            capture={capture}
            isMuted={isMuted}
          />
          <Switch
            icon={isMuted ? MicrophoneOffIcon : MicrophoneIcon}
            label={t('studio.mute')}
            isPressed={isMuted}
            onPress={() => capture.mute(!isMuted)}
          />
          <Switch
            icon={isHidden ? CameraOffIcon : CameraIcon}
            label={t('studio.hide')}
            isPressed={isHidden}
            onPress={() => capture.hide(!isHidden)}
          />
        </div>
      ) : null}
    </div>
  );
}

type OwnPictureProps = { track: MediaStreamTrack | null; isMirrored: boolean; isHidden: boolean };

function OwnPicture({ track, isMirrored, isHidden }: OwnPictureProps): ReactNode {
  const t = useText();
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = track && new MediaStream([track]);
  }, [track]);
  return (
    <video
      ref={element}
      className="studio-preview"
      aria-label={t('studio.preview')}
      data-mirrored={isMirrored}
      hidden={isHidden}
      autoPlay
      muted
      playsInline
    />
  );
}

function PreviewMarks({ room, broadcast }: Pick<PreviewProps, 'room' | 'broadcast'>): ReactNode {
  const t = useText();
  const { viewers, opensAt, closesAt } = room;
  const { state, sinceMs } = broadcast;
  const opensMs = Date.parse(opensAt);
  const nowMs = useServerNow(sinceMs !== undefined && closesAt !== null ? Date.parse(closesAt) : undefined);
  if (state.at !== 'sending' || sinceMs === undefined) {
    return (
      <p className="live-marks">
        <span className="live-mark">
          {t(state.at === 'connecting' ? 'studio.mark.connecting' : 'studio.mark.preview')}
        </span>
      </p>
    );
  }
  if (nowMs < opensMs && room.state === 'coming') {
    return (
      <p className="live-marks">
        <span className="live-mark">{t('studio.mark.rehearsal')}</span>
        <span className="live-mark num">
          {t('studio.mark.onAirIn', { left: formatTimeLeft(opensMs, nowMs) ?? '' })}
        </span>
      </p>
    );
  }
  return (
    <p className="live-marks">
      <span className="live-mark" data-tone="live">
        <span aria-hidden="true" className="live-dot size-2 rounded-full bg-white" />
        {t('studio.mark.onAir')}
        <span className="num">{formatTimeLeft(nowMs, Math.max(opensMs, sinceMs))}</span>
      </span>
      <span className="live-mark num">
        <EyeIcon size={15} />
        <span aria-hidden="true">{formatNumber(viewers)}</span>
        <span className="sr-only">{t('live.viewerCount', { viewers })}</span>
      </span>
    </p>
  );
}

type SwitchProps = { icon: IconComponent; label: string; isPressed: boolean; onPress: () => void };

function Switch({ icon: Icon, label, isPressed, onPress }: SwitchProps): ReactNode {
  return (
    <button
      type="button"
      className="press studio-tool"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      <Icon size={22} />
    </button>
  );
}

const meterMs = 100;

/** Shows how loud the microphone is, without drawing the screen again. */
function Meter({ label, capture, isMuted }: { label: string; capture: Capture; isMuted: boolean }): ReactNode {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const level = isMuted ? 0 : Math.sqrt(capture.level());
      if (bar.current) bar.current.style.transform = `scaleX(${level.toFixed(2)})`;
    }, meterMs);
    return () => clearInterval(timer);
  }, [capture, isMuted]);
  return (
    <span className="studio-meter">
      <span className="text-caption font-bold">{label}</span>
      <span aria-hidden="true" className="studio-meter-bar">
        <span ref={bar} />
      </span>
    </span>
  );
}
