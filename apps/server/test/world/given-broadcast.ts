import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { segmentUploadPath } from '@lightstick/contract';
import type { TestFan } from './given-fan.ts';
import type { World } from './world.ts';

const loop = resolve(import.meta.dirname, '../../../../content/demo/live/stage-loop');

/**
 * Reads a file of the demo's loop, which a browser could have encoded: `init`, or the number of a segment of four
 * seconds.
 */
export function loopFile(part: number | 'init'): Promise<Buffer> {
  return readFile(`${loop}/${part === 'init' ? 'init.mp4' : `${part}.m4s`}`);
}

type Sent = {
  readonly broadcastId: string;
  readonly part: string | number;
  readonly bytes?: Buffer;
  readonly type?: string;
};

/** Sends a part of a broadcast as a browser does; by default that of the demo's loop. */
export async function sendPart(
  { app }: Pick<World, 'app'>,
  { token }: Pick<TestFan, 'token'>,
  { broadcastId, part, bytes, type = 'video/mp4' }: Sent,
) {
  return app.inject({
    method: 'PUT',
    url: `${segmentUploadPath}/${broadcastId}/${part}`,
    headers: { token, 'content-type': type },
    payload: bytes ?? (await loopFile(part === 'init' ? 'init' : Number(part) % 12)),
  });
}

/** Appoints a fan as the host of a room. */
export async function givenHost({ ownerPool, clock, given }: World, roomId: string): Promise<TestFan> {
  const host = await given.fan({});
  await ownerPool.query(
    `INSERT INTO live_appointment (room_id, fan_id, role, appointed_at) VALUES ($1, $2, 'host', $3)`,
    [roomId, host.id, clock.now()],
  );
  return host;
}
