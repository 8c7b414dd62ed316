import { inBothLanguages } from './in-both-languages.ts';
import type { World } from './world.ts';

export type RecordedRoomOptions = {
  readonly source?: 'recording' | 'loop' | 'external';
  readonly recordingId?: string;
  readonly address?: string;
  readonly price?: number;
  /** Seconds from now. */
  readonly opensIn?: number;
  /** Seconds from now; null for a loop without end. */
  readonly closesIn?: number | null;
  readonly replayHours?: number;
};

let rooms = 0;

/** Puts a room with a recording in place as a content pack would; by default a free one on air that plays the demo's loop. */
export async function givenRecordedRoom(
  { ownerPool, clock }: Pick<World, 'ownerPool' | 'clock'>,
  options: RecordedRoomOptions = {},
): Promise<string> {
  const { source = 'loop', recordingId = 'stage-loop', address, price = 0, opensIn = 0, closesIn = 3600 } = options;
  const atMs = clock.now().getTime();
  const text = inBothLanguages('A room');
  const roomId = `room-${(rooms += 1)}`;
  await ownerPool.query(
    `INSERT INTO live_recording (id, segments, seconds, bytes, is_loop, packed_at)
     VALUES ($1, 12, 48, 1424145, true, $2) ON CONFLICT DO NOTHING`,
    [recordingId, clock.now()],
  );
  await ownerPool.query(
    `INSERT INTO live_room (id, stream_name, title, description, host_name, cover_seed, source, recording_id, address,
      price,
                            opens_at, closes_at, replay_hours)
     VALUES ($1, $2, $3, $3, $3, 'cover', $4, $5, $6, $7, $8, $9, $10)`,
    [
      roomId,
      `${roomId}-stream`,
      text,
      source,
      source === 'external' ? null : recordingId,
      address ?? null,
      price,
      new Date(atMs + opensIn * 1000),
      closesIn === null ? null : new Date(atMs + closesIn * 1000),
      options.replayHours ?? 0,
    ],
  );
  return roomId;
}
