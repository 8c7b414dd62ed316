import { randomUUID } from 'node:crypto';
import type { TestFan } from '../../world/given-fan.ts';
import type { World } from '../../world/world.ts';

const hourMs = 60 * 60_000;
/** Older than this, an account’s messages are shown at once. */
const grownMs = 11 * 60_000;

export type TestChat = {
  readonly roomId: string;
  readonly moderator: TestFan;
  /** Sends with a new client id, after the two seconds that an author waits. */
  say(fan: TestFan, text: string): Promise<string>;
  duty(onDuty: boolean): Promise<void>;
};

/**
 * Prepares a room on air for an hour with a moderator on duty. Fans who joined before are old enough to be shown at
 * once.
 */
export async function givenChat(world: World, { price = 0 }: { readonly price?: number } = {}): Promise<TestChat> {
  const moderator = await world.given.fan();
  world.clock.advance(grownMs);
  const roomId = `room-${randomUUID().slice(0, 8)}`;
  const now = world.clock.now();
  await world.ownerPool.query(
    `INSERT INTO live_room (id, stream_name, title, description, host_name, cover_seed, source, price, opens_at,
      closes_at)
     VALUES ($1, $1, $2, $2, $2, 'cover', 'studio', $3, $4, $5)`,
    [roomId, { en_US: 'Room', zh_TW: '直播間' }, price, now, new Date(now.getTime() + hourMs)],
  );
  await world.ownerPool.query(`INSERT INTO live_appointment VALUES ($1, $2, 'moderator', $3)`, [
    roomId,
    moderator.id,
    now,
  ]);
  const chat: TestChat = {
    roomId,
    moderator,
    async say(fan, text) {
      world.clock.advance(2000);
      const body = { roomId, text, clientId: randomUUID() };
      const { data, message } = await world.call('POST /activity/api/v1/jplive/chat/send', { fan, body });
      if (!data) throw new Error(`The message was refused: ${message}`);
      return data.messageId;
    },
    async duty(onDuty) {
      await world.call('POST /activity/api/v1/jplive/chat/duty', { fan: moderator, body: { roomId, onDuty } });
    },
  };
  await chat.duty(true);
  return chat;
}
