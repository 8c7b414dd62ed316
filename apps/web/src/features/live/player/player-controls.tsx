import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import type { VideoState } from './video-state.ts';

export const PlayIcon = drawIcon('M8 5.2v13.6L18.8 12z');
const PauseIcon = drawIcon('M8 5.5h2.2v13H8zM13.8 5.5H16v13h-2.2z');
const SoundIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11');
export const SilentIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5');
const CaptionsIcon = drawIcon('M3.5 6h17v12h-17zM7 11h4M13 11h4M7 14.5h6M15 14.5h2');
const InsetIcon = drawIcon('M3.5 5.5h17v13h-17zM12.5 12h5v4h-5z');
const WholeIcon = drawIcon('M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15');

export type PlayerCommands = {
  readonly togglePlay: () => void;
  readonly toggleMute: () => void;
  readonly toggleCaptions: () => void;
  readonly toggleInset: () => void;
  readonly toggleWhole: () => void;
  readonly toEdge: () => void;
  readonly back: () => void;
  readonly ahead: () => void;
  readonly seek: (seconds: number) => void;
};

/** The key that gives a command while the player has the focus. */
const keys: Readonly<Record<string, keyof Omit<PlayerCommands, 'seek'>>> = {
  ' ': 'togglePlay',
  m: 'toggleMute',
  c: 'toggleCaptions',
  f: 'toggleWhole',
  i: 'toggleInset',
  l: 'toEdge',
  arrowleft: 'back',
  arrowright: 'ahead',
};

/**
 * Returns the command of a pressed key. A keyboard of another script, full width or an input method give other keys, so
 * the place of the key counts where its key is no Latin letter.
 */
export function commandOf({ key, code }: { readonly key: string; readonly code: string }) {
  const isOfLatin = /^[a-z]$|^[a-z]{2,}/i.test(key) && !/^(?:Process|Unidentified|Dead)$/.test(key);
  const name = isOfLatin ? key : code.replace(/^Key/, '').replace(/^Space$/, ' ');
  return keys[name.toLowerCase()];
}

type ControlsProps = { state: VideoState; isAtEdge: boolean; commands: PlayerCommands };

/**
 * Shows the bar of the player: play, sound, the newest moment or the time of a replay, captions, inset and the whole
 * screen.
 */
export function PlayerControls({ state, isAtEdge, commands }: ControlsProps): ReactNode {
  const t = useText();
  const { isPaused, isMuted, captions, isWhole, duration, time } = state;
  const position = duration === null ? '' : `${formatMinutesSeconds(time)} / ${formatMinutesSeconds(duration)}`;
  return (
    <div className="live-bar" role="group" aria-label={t('live.player.controls')}>
      <Control
        icon={isPaused ? PlayIcon : PauseIcon}
        filled
        label={t(isPaused ? 'live.player.play' : 'live.player.pause')}
        onPress={commands.togglePlay}
      />
      <Control
        icon={isMuted ? SilentIcon : SoundIcon}
        label={t(isMuted ? 'live.player.unmute' : 'live.player.mute')}
        onPress={commands.toggleMute}
      />
      {duration === null ? (
        <EdgeControl isAtEdge={isAtEdge} onPress={commands.toEdge} />
      ) : (
        <label className="live-time num">
          <span className="sr-only">{t('live.player.position')}</span>
          <input
            type="range"
            min={0}
            max={Math.ceil(duration)}
            value={time}
            aria-valuetext={position}
            onChange={(event) => commands.seek(event.target.valueAsNumber)}
          />
          <span aria-hidden="true">{position}</span>
        </label>
      )}
      {captions === null ? null : (
        <Control
          icon={CaptionsIcon}
          label={t('live.player.captions')}
          isPressed={captions}
          onPress={commands.toggleCaptions}
        />
      )}
      {document.pictureInPictureEnabled ? (
        <Control icon={InsetIcon} label={t('live.player.inset')} onPress={commands.toggleInset} />
      ) : null}
      <Control
        icon={WholeIcon}
        label={t(isWhole ? 'live.player.notWhole' : 'live.player.whole')}
        onPress={commands.toggleWhole}
      />
    </div>
  );
}

type ControlProps = {
  icon: IconComponent;
  label: string;
  filled?: boolean;
  isPressed?: boolean;
  onPress: () => void;
};

function Control({ icon: Icon, label, filled = false, isPressed, onPress }: ControlProps): ReactNode {
  return (
    <button
      type="button"
      className="press live-control"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      <Icon size={22} filled={filled} />
    </button>
  );
}

/** Leads to the newest moment; a label where that is on the screen. */
function EdgeControl({ isAtEdge, onPress }: { isAtEdge: boolean; onPress: () => void }): ReactNode {
  const t = useText();
  return (
    <span className="live-edge">
      {isAtEdge ? (
        <span className="live-pill" data-tone="quiet">
          {t('live.player.newest')}
        </span>
      ) : (
        <button type="button" className="press live-pill" onClick={onPress}>
          {t('live.player.toNewest')}
        </button>
      )}
    </span>
  );
}
