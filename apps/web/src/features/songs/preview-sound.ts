import { externalStore } from '#/lib/external-store.ts';

/** The preview that plays: whose, how far it is from 0 to 1, and whether it could not be played. */
type Playing = { readonly songId: string; readonly part: number; readonly failed: boolean };

/** One preview plays at a time in the whole app; nothing when none does. */
export const playing = externalStore<Playing | null>(null);

let sound: HTMLAudioElement | undefined;

/** Plays a song's preview from its beginning, and stops whichever else is playing. */
export function playPreview(songId: string, address: string): void {
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

/** Stops what is playing, if anything is. */
export function stopPreview(): void {
  sound?.pause();
  sound = undefined;
  playing.write(null);
}
