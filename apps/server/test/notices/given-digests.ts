import { notify } from '#/modules/notices/index.ts';
import { sendDigestsJob } from '#/modules/notices/send-digests.ts';
import type { TestFan } from '../world/given-fan.ts';
import { type ArrivedMail, openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

/** A Wednesday, one hour before digests are due in Taipei. */
export const eight = new Date('2026-11-25T00:00:00.000Z');
const title = { en_US: 'Summer raffle', zh_TW: '夏日抽獎' };
const prizeTitle = { en_US: 'Ten tickets', zh_TW: '十張投票券' };

export type Digests = AsyncDisposable & {
  readonly world: World;
  readonly office: PostOffice;
  /** Begins a test at eight, without choices and mails of the ones before. */
  begin(): Promise<TestFan>;
  choose(fan: TestFan, rhythm: 'off' | 'daily' | 'weekly', timeZone?: string): ReturnType<World['call']>;
  /** Gives a fan three unread notices. */
  tell(fan: Pick<TestFan, 'id'>, subject: string): Promise<void>;
  /** Sends what is due, as one worker does. */
  send(): Promise<void>;
  /** Sends what is due at a time, by one worker, and returns what came. */
  mailsAt(iso: string): Promise<ArrivedMail[]>;
};

/** Opens a server with a real mail server, on which digests are sent. */
export async function openDigests(): Promise<Digests> {
  const office = await openPostOffice();
  const world = await createWorld({
    now: eight,
    environment: { SMTP_URL: office.smtpUrl, PUBLIC_URL: 'https://vote.example.com', RATE_LIMIT_FACTOR: '1000' },
  });
  const send = () => sendDigestsJob(world.services).run({}, { number: 1, last: true });
  return {
    world,
    office,
    async begin() {
      world.clock.set(eight);
      await world.ownerPool.query('DELETE FROM notice_digest');
      office.arrived.splice(0);
      return world.given.fan();
    },
    choose: (fan, rhythm, timeZone = 'Asia/Taipei') =>
      world.call('POST /wallet/api/v1/notice/setDigest', { fan, body: { rhythm, timeZone } }),
    tell: ({ id: fanId }, subject) =>
      world.db.transaction().execute(async (tx) => {
        const at = world.clock.now();
        const parameters = { activityId: subject, title };
        await notify(tx, { kind: 'raffleLost', subject, fans: [{ fanId, parameters }], at });
        const won = { ...parameters, prizeTitle };
        await notify(tx, { kind: 'raffleWon', subject, fans: [{ fanId, parameters: won }], at });
        const order = { orderId: subject, title, paid: 5 };
        await notify(tx, { kind: 'orderRefunded', subject, fans: [{ fanId, parameters: order }], at });
      }),
    send,
    async mailsAt(iso) {
      office.arrived.splice(0);
      world.clock.set(new Date(iso));
      await send();
      await runJobs(world);
      return [...office.arrived];
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await office[Symbol.asyncDispose]();
    },
  };
}
