import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { externalStore, useStore } from '#/lib/external-store.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import type { Song } from './songs.ts';

/** The preview that plays: whose, how far it is from 0 to 1, and whether it could not be played. */
type PlayingPreview = { readonly songId: string; readonly part: number; readonly failed: boolean };

/** One preview plays at a time in the whole app; nothing when none does. */
const playing = externalStore<PlayingPreview | null>(null);

let sound: HTMLAudioElement | undefined;

/** Plays a song's preview from its beginning, and stops any other that plays. */
function playPreview(songId: string, address: string): void {
  stopPreview();
  const audio = new Audio(address);
  sound = audio;
  const isOurs = () => sound === audio;
  const tell = () => {
    if (isOurs())
      playing.write({ songId, part: audio.duration ? audio.currentTime / audio.duration : 0, failed: false });
  };
  const fail = () => {
    if (isOurs()) playing.write({ songId, part: 0, failed: true });
  };
  audio.addEventListener('timeupdate', tell);
  audio.addEventListener('error', fail);
  audio.addEventListener('ended', () => {
    if (isOurs()) stopPreview();
  });
  tell();
  audio.play().catch(fail);
}

/** Stops a playing preview. */
function stopPreview(): void {
  sound?.pause();
  sound = undefined;
  playing.write(null);
}

const PlayIcon = drawIcon('M8 5.2v13.6L18.8 12z');
const StopIcon = drawIcon('M7.5 7.5h9v9h-9z');

type PreviewedSong = Pick<Song, 'songId' | 'title' | 'previewUrl' | 'coverUrl'>;

/** Plays a song's preview, or stops it. It stops with its screen. */
function usePreview({ songId, previewUrl }: PreviewedSong) {
  const address = useAssetAddress(previewUrl);
  const now = useStore(playing);
  const mine = now?.songId === songId ? now : null;
  const isPlaying = mine !== null && !mine.failed;
  useEffect(
    () => () => {
      if (playing.read()?.songId === songId) stopPreview();
    },
    [songId],
  );
  return {
    isPlaying,
    part: mine?.part ?? 0,
    failed: mine?.failed ?? false,
    toggle: () => {
      if (isPlaying) stopPreview();
      else if (address !== undefined) playPreview(songId, address);
    },
  };
}

/** Shows the cover of a song in a list, which plays its preview; a toast reports a failure. */
export function PreviewCover({ song }: { song: PreviewedSong }): ReactNode {
  const t = useText();
  const { isPlaying, failed, toggle } = usePreview(song);
  const Icon = isPlaying ? StopIcon : PlayIcon;
  const tell = useEffectEvent(() => showToast({ kind: 'error', title: t('songs.previewFailed') }));
  useEffect(() => {
    if (failed) tell();
  }, [failed]);
  return (
    <button
      type="button"
      className="press relative shrink-0"
      aria-label={t(isPlaying ? 'songs.stopOf' : 'songs.playOf', { title: song.title })}
      onClick={toggle}
    >
      <Cover src={song.coverUrl} width={56} height={56} className="size-14 rounded-tile" />
      <span className="absolute inset-0 grid place-content-center text-white">
        <span className="grid size-8 place-content-center rounded-full bg-black/30">
          <Icon size={18} filled />
        </span>
      </span>
    </button>
  );
}

/** Shows the preview of a song on its own page: play and stop, how far it is, and what to do when it does not play. */
export function PreviewPlayer({ song }: { song: PreviewedSong }): ReactNode {
  const t = useText();
  const { isPlaying, part, failed, toggle } = usePreview(song);
  const Icon = isPlaying ? StopIcon : PlayIcon;
  return (
    <div className="space-y-3">
      <div className="flex items-center gap-3.5">
        <Button className="shrink-0" onClick={toggle}>
          <Icon size={20} filled />
          {t(isPlaying ? 'songs.stop' : 'songs.play')}
        </Button>
        <div className="min-w-0 flex-1">
          <ProgressBar label={t('songs.previewProgress')} done={Math.round(part * 100)} total={100} />
        </div>
      </div>
      {failed ? <InlineAlert>{t('songs.previewFailed')}</InlineAlert> : null}
    </div>
  );
}
