import { rehearsalMinutes } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { type RoomTimes, stateOf } from '../room-state.rules.ts';
import type { ListedSegment, ListedSegments } from './broadcasts.store.ts';

/**
 * Asserts that a broadcast begins not long before its room opens.
 * @throws Refusal LIVE_STUDIO_CLOSED, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export function assertMayBroadcast(room: RoomTimes, at: Date): void {
  const state = stateOf(room, at);
  if (state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (state === 'over' || state === 'failed') throw new Refusal('LIVE_ROOM_OVER');
  if (at.getTime() < room.opensAt.getTime() - rehearsalMinutes * 60_000) {
    throw new Refusal('LIVE_STUDIO_CLOSED', { minutes: rehearsalMinutes });
  }
}

/** Segments may come faster for a moment, after a connection that stumbled. */
const aheadSeconds = 15;
/** Segments last a second or two; many short ones would fill the disk. */
const mostSegmentsASecond = 2;

type Progress = { readonly startedAt: Date; readonly seconds: number; readonly taken: number };

/** Returns whether a broadcast with one more segment is no longer than its time allows. */
export function isInTime({ startedAt, seconds }: Omit<Progress, 'taken'>, next: number, at: Date): boolean {
  return seconds + next <= elapsedSeconds(startedAt, at) + aheadSeconds;
}

/** Returns whether a source that numbers its segments from 0 has sent no more of them than its time allows. */
export function isInNumber({ startedAt, taken }: Progress, at: Date): boolean {
  return taken + 2 <= mostSegmentsASecond * (elapsedSeconds(startedAt, at) + aheadSeconds);
}

function elapsedSeconds(startedAt: Date, at: Date): number {
  return (at.getTime() - startedAt.getTime()) / 1000;
}

/** Players poll once in this time while nothing changes, and begin two of it behind the newest moment. */
const leastTargetSeconds = 2;

type ListedBroadcast = Pick<ListedSegments, 'segments' | 'discontinuitiesBefore' | 'longest'> & {
  /** No more will follow. */
  readonly isOver: boolean;
  readonly isReplay: boolean;
};

/** Returns the playlist of a room over all of its broadcasts (RFC 8216). It has at least one segment. */
export function broadcastPlaylist({
  segments,
  discontinuitiesBefore,
  longest,
  isOver,
  isReplay,
}: ListedBroadcast): string {
  // It never falls, because players take it for a promise.
  const target = Math.max(leastTargetSeconds, Math.round(longest));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitiesBefore}`,
    ...(isReplay ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...segments.flatMap((segment, index) => linesOf(segment, segments[index - 1])),
    ...(isOver || isReplay ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

function linesOf(segment: ListedSegment, before: ListedSegment | undefined): string[] {
  const { number, broadcastId, source, seconds, isDiscontinuous } = segment;
  return [
    ...(isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
    // A browser describes its tracks once for each broadcast.
    ...(source === 'studio' && before?.broadcastId !== broadcastId
      ? [`#EXT-X-MAP:URI="${initialisationName(broadcastId)}"`]
      : []),
    `#EXTINF:${seconds.toFixed(6)},`,
    segmentName(source, number),
  ];
}

export function initialisationName(broadcastId: number): string {
  return `init-${broadcastId}.mp4`;
}

/** Names a segment: browsers send CMAF, and nginx makes MPEG transport streams of RTMP. */
export function segmentName(source: ListedSegment['source'], number: number): string {
  return `${number}.${source === 'studio' ? 'm4s' : 'ts'}`;
}

/** A piece of an encoder's stream, as nginx names it in its playlist. */
export type Fragment = {
  readonly name: string;
  /** Milliseconds of nginx's clock when it began, by which it is numbered. */
  readonly number: number;
  readonly seconds: number;
  readonly isDiscontinuous: boolean;
};

/** Reads the playlist that nginx writes of a stream (`hls_fragment_naming system`), oldest first, without what it cuts short. */
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
