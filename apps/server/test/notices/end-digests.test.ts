import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { digestLink } from '#/modules/notices/digest.routes.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { type Digests, eight, openDigests } from './given-digests.ts';

const getDigest = 'GET /wallet/api/v1/notice/getDigest';
const stopDigest = 'POST /wallet/api/v1/notice/stopDigest';

let digests: Digests;
let world: Digests['world'];
let fan: TestFan;
beforeAll(async () => {
  digests = await openDigests();
  ({ world } = digests);
});
afterAll(() => digests[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await digests.begin();
});

async function givenLink() {
  await digests.choose(fan, 'daily');
  await digests.tell(fan, 'one');
  const [mail] = await digests.mailsAt('2026-11-25T01:00:00.000Z');
  const link = /^<(https:\/\/vote\.example\.com\/unsubscribe\?token=[\w-]+)>$/.exec(
    mail?.headers.get('list-unsubscribe') ?? '',
  )?.[1];
  if (link === undefined || !mail) throw new Error('the mail has no link');
  return { mail, link, token: new URL(link).searchParams.get('token') ?? '' };
}

describe('a link to end digests', () => {
  const rhythm = async () => (await world.call(getDigest, { fan })).data.rhythm;

  it('is in the mail and its headers, and one post of a mail program ends them, as often as it comes', async () => {
    const { mail, link } = await givenLink();
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.bodies.get('text/plain')).toContain(`Turn off digest emails: ${link}`);
    const { pathname, search } = new URL(link);
    const post = () =>
      world.app.inject({
        method: 'POST',
        url: pathname + search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    await changesNothing(world, () => world.app.inject({ method: 'GET', url: pathname + search }));
    expect(await rhythm(), 'a look changes nothing').toBe('daily');
    const replies = await Promise.all(Array.from({ length: 10 }, post));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
    expect(await rhythm()).toBe('off');
    await changesNothing(world, post);
    await digests.tell(fan, 'two');
    expect(await digests.mailsAt('2026-11-26T01:00:00.000Z')).toEqual([]);
  });

  it('works for the first account of a platform, whose id is the shortest', async () => {
    await world.ownerPool.query(
      `INSERT INTO notice_digest (fan_id, rhythm, time_zone, due_at) VALUES (1, 'daily', 'Asia/Taipei', $1)`,
      [eight],
    );
    const link = digestLink(createServerKeys(world.services.settings.serverSecret), 1);
    const token = new URL(link, 'https://vote.example.com').searchParams.get('token') ?? '';
    expect(await world.call(stopDigest, { body: { token } })).toMatchObject({ data: { rhythm: 'off' } });
    expect((await world.ownerPool.query('SELECT FROM notice_digest WHERE fan_id = 1')).rowCount).toBe(0);
  });

  it('works without a sign-in by the call as well, and for no other fan', async () => {
    const { token } = await givenLink();
    const other = await world.given.fan();
    await digests.choose(other, 'daily');
    expect(await world.call(stopDigest, { body: { token } })).toMatchObject({ data: { rhythm: 'off' } });
    expect(await rhythm()).toBe('off');
    expect((await world.call(getDigest, { fan: other })).data.rhythm).toBe('daily');
  });

  it('that was altered or made up is refused and changes nothing', async () => {
    const { token } = await givenLink();
    const last = token.at(-2) === 'A' ? 'B' : 'A';
    for (const wrong of [`${token.slice(0, -2)}${last}${token.slice(-1)}`, 'A'.repeat(token.length)]) {
      const reply = await changesNothing(world, () => world.call(stopDigest, { body: { token: wrong } }));
      expect(reply).toMatchObject({ refusal: 'DIGEST_LINK_INVALID' });
      const post = { method: 'POST', url: `/unsubscribe?token=${wrong}` } as const;
      const { code } = JSON.parse((await changesNothing(world, () => world.app.inject(post))).body) as { code: number };
      expect(code).toBe(1072);
    }
    expect(await rhythm()).toBe('daily');
  });
});
