import type { Pool } from 'pg';
import { type Recording, secondsOf } from './recording.ts';

type RoomForRecording = { readonly source: string; readonly opensAt: Date };

export async function findRoomForRecording(
  ownerPool: Pick<Pool, 'query'>,
  roomId: string,
): Promise<RoomForRecording | undefined> {
  const { rows } = await ownerPool.query<RoomForRecording>(
    'SELECT source, opens_at AS "opensAt" FROM live_room WHERE id = $1 AND NOT retired',
    [roomId],
  );
  return rows[0];
}

type Registration = {
  readonly recordingId: string;
  readonly recording: Recording;
  readonly at: Date;
  /** A room that gets the recording. */
  readonly roomId: string | undefined;
};

/** Makes a packed recording known to rooms, and gives it to one; of one that is known, nothing changes. */
export async function addRecording(
  ownerPool: Pool,
  { recordingId, recording, at, roomId }: Registration,
): Promise<void> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO live_recording (id, segments, seconds, bytes, is_loop, captions, packed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
      [
        recordingId,
        recording.durations.length,
        secondsOf(recording).toFixed(3),
        recording.bytes,
        recording.isLoop,
        recording.captions,
        at,
      ],
    );
    if (roomId !== undefined) {
      await client.query('UPDATE live_room SET recording_id = $1 WHERE id = $2', [recordingId, roomId]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
