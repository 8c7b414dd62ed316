/** A piece of an encoder's stream, as nginx names it in its playlist. */
export type Fragment = {
  readonly name: string;
  /** Milliseconds of nginx's clock when it began, by which it is numbered. */
  readonly number: number;
  readonly seconds: number;
  readonly isDiscontinuous: boolean;
};

/** Reads the playlist that nginx writes of a stream (`hls_fragment_naming system`), oldest first. What it cuts short is left out. */
export function readFragments(playlist: string, streamName: string): readonly Fragment[] {
  const fragments: Fragment[] = [];
  let seconds: number | undefined;
  let isDiscontinuous = false;
  for (const line of playlist.split('\n')) {
    const [, duration] = /^#EXTINF:(\d{1,3}(?:\.\d{1,6})?),/.exec(line) ?? [];
    if (duration !== undefined) seconds = Number(duration);
    if (line === '#EXT-X-DISCONTINUITY') isDiscontinuous = true;
    if (line.startsWith('#') || seconds === undefined) continue;
    const [, prefix, number] = /^(.+)-(\d{10,15})\.ts$/.exec(line) ?? [];
    if (prefix === streamName && seconds > 0) {
      fragments.push({ name: line, number: Number(number), seconds, isDiscontinuous });
    }
    seconds = undefined;
    isDiscontinuous = false;
  }
  return fragments;
}
