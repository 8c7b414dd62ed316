import { LRUCache } from 'lru-cache';
import { createServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import { freshFor } from '#/lib/cache-options.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { Services } from '#/services.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import type { Settings } from '#/config/settings.ts';
import { kindOf, replayUntilOf, type RoomKind, stateOf } from '../room-state.rules.ts';
import { type BroadcastPicture, createBroadcastPicture } from '../broadcast/broadcast-files.ts';
import { isBroadcast, readRoom, type Room } from '../rooms.view.ts';
import { createPlaybackTokens, mediaPath, type PlaybackTokens } from './playback-token.ts';
import { createRecordings, type Recordings } from './recordings.ts';

export type PlaybackServices = Pick<
  Services,
  'hold' | 'db' | 'lookUps' | 'clock' | 'clusterClock' | 'settings' | 'log'
>;

/** What the calls and the media route share. */
export type Playback = {
  readonly tokens: PlaybackTokens;
  readonly recordings: Recordings;
  readonly broadcasts: BroadcastPicture;
  readonly agreedTime: () => Promise<Date>;
  /** Hashes a network with a key: viewers are counted by it, and a copy of the database does not reveal the network. */
  networkKeyOf(address: string): string;
  /** Returns a room as it was at most two seconds ago, or longer while the database is away. */
  roomOf(roomId: string): Promise<Room | undefined>;
};

const networkKeyBytes = 9;
const roomFreshMs = 2_000;
const mostRooms = 1_000;

export function createPlayback({ lookUps, settings, ...clocks }: PlaybackServices): Playback {
  const rooms = new LRUCache<string, Room>({
    max: mostRooms,
    ...freshFor(clocks.clock, roomFreshMs),
    allowStaleOnFetchRejection: true,
    fetchMethod: (roomId) => readRoom(lookUps.db, roomId),
  });
  const keys = createServerKeys(settings.serverSecret);
  return {
    tokens: createPlaybackTokens(keys),
    recordings: createRecordings(settings),
    broadcasts: createBroadcastPicture({ lookUps, settings, clock: clocks.clock }),
    agreedTime: createAgreedTime(clocks),
    networkKeyOf: (address) =>
      keys.keyedHash('live-network', networkOf(address)).subarray(0, networkKeyBytes).toString('base64url'),
    roomOf: (roomId) => rooms.fetch(roomId),
  };
}

/**
 * Throws Refusal LIVE_NO_PICTURE for a room on air that has no picture yet, or whose picture an operator has to repair, and
 * LIVE_ROOM_NOT_ON_AIR for a replay without one.
 */
export async function assertHasPicture(playback: Playback, room: Room, services: PictureServices): Promise<void> {
  if (await hasPicture(playback, room, services)) return;
  throw new Refusal(stateOf(room, services.at) === 'onAir' ? 'LIVE_NO_PICTURE' : 'LIVE_ROOM_NOT_ON_AIR');
}

type PictureServices = Pick<PlaybackServices, 'log' | 'settings'> & { readonly at: Date };

async function hasPicture(
  { recordings, broadcasts }: Playback,
  room: Room,
  { log, settings, at }: PictureServices,
): Promise<boolean> {
  const { id: roomId, address, recordingId } = room;
  if (isBroadcast(room)) return broadcasts.hasPicture(room, at);
  if (address !== null) {
    if (isAllowedAddress(settings, address)) return true;
    log.error({ roomId }, 'LIVE_EXTERNAL_HOSTS does not name the host of a room’s address');
  } else if (recordingId !== null) {
    if (await recordings.find(recordingId)) return true;
    log.error({ roomId, recordingId }, 'the files of a recording are missing');
  }
  return false;
}

const tokenMs = 5 * 60_000;
/** The longest token of a player that cannot change its address. */
const longestTokenMs = 12 * 60 * 60_000;
/** The time after the end in which the playlist still says so. */
const endMs = 60_000;

/** Returns the end of a token that is given now. */
export function tokenUntilOf(room: Room, isNative: boolean, at: Date): Date {
  if (!isNative) return new Date(at.getTime() + tokenMs);
  const end = stateOf(room, at) === 'over' ? replayUntilOf(room) : room.closesAt;
  return new Date(Math.min((end?.getTime() ?? Infinity) + endMs, at.getTime() + longestTokenMs));
}

type RoomPlayback = { readonly url: string; readonly expiresAt: string; readonly kind: RoomKind };

/** Returns the address of a room's picture for a session. */
export function playbackOf({ tokens }: Playback, room: Room, sessionId: string, until: Date, at: Date): RoomPlayback {
  const state = stateOf(room, at);
  const token = tokens.sign({ roomId: room.id, sessionId, expiresAt: until });
  return {
    url: room.address ?? `${mediaPath}/${token}/${state === 'over' ? 'replay/' : ''}index.m3u8`,
    expiresAt: until.toISOString(),
    kind: kindOf(room, state),
  };
}

/** How long a comparison with the database's clock holds. */
const comparedForMs = 5_000;

/**
 * Keeps the time that all processes agree on: the clock is compared every few seconds, and while the database is away
 * the last difference holds.
 */
function createAgreedTime({ clock, clusterClock }: Pick<Services, 'clock' | 'clusterClock'>): () => Promise<Date> {
  let differenceMs = 0;
  const comparison = createSingleFlight(
    clock,
    async () => {
      differenceMs = (await clusterClock()).getTime() - clock.now().getTime();
    },
    comparedForMs,
  );
  return async () => {
    await comparison.current().catch(() => undefined);
    return new Date(clock.now().getTime() + differenceMs);
  };
}

/** Returns whether a room may take its picture from an address: https on a host of LIVE_EXTERNAL_HOSTS. */
export function isAllowedAddress({ liveExternalHosts }: Pick<Settings, 'liveExternalHosts'>, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' && liveExternalHosts.includes(host);
}
