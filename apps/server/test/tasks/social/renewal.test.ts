import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSocialServices, createSocialTasks } from '#/modules/tasks/index.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenTask } from '../../world/given-task.ts';
import { runJobs } from '../../world/sign-up.ts';
import { createSocialWorld, doAtX, link, unlink } from '../../world/social-walk.ts';
import type { World } from '../../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const twoHoursMs = 2 * 60 * 60_000;

let world: World;
let reached: string;
let fan: TestFan;
let taskId: string;
let names = 0;
beforeAll(async () => {
  world = await createSocialWorld();
  reached = world.services.settings.publicUrl;
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan();
  names += 1;
  await link(world, fan, 'twitter', `ruri_${names}`);
  await doAtX(world, `ruri_${names}`, 'follow');
  taskId = await givenTask(world, { typeId: 8, tab: 'twitterTasks', reward: 20, linkTypes: [] });
  world.clock.advance(twoHoursMs);
});

const claimReward = () => world.call(claim, { fan, body: { taskId }, key: randomUUID() });

async function tokensAtX(): Promise<number> {
  const { rows } = await world.ownerPool
    .query(`SELECT FROM sandbox_grant g JOIN sandbox_account a ON a.id = g.account_id
    WHERE a.name = 'ruri_${names}' AND g.kind <> 'code'`);
  return rows.length;
}

async function pass(request: IncomingMessage): Promise<Response> {
  const { authorization, 'content-type': contentType } = request.headers;
  return fetch(`${reached}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: {
      ...(authorization && { authorization }),
      ...(contentType && { 'content-type': contentType }),
    },
    body: request.method === 'POST' ? new Uint8Array(await buffer(request)) : null,
  });
}

/** Does the work while something happens just before or after X is asked for new tokens. */
async function whileRenewing<Result>(
  meanwhile: { readonly before?: () => Promise<unknown>; readonly after?: () => Promise<unknown> },
  work: () => Promise<Result>,
): Promise<Result> {
  const { settings } = world.services;
  const between = createServer((request, response) => {
    const isRenewal = request.url?.endsWith('/token') === true;
    void (async () => {
      if (isRenewal) await meanwhile.before?.();
      const answer = await pass(request);
      const text = await answer.text();
      if (isRenewal) await meanwhile.after?.();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })().catch(() => response.destroy());
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  settings.publicUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  try {
    return await work();
  } finally {
    settings.publicUrl = reached;
    between.closeAllConnections();
    between.close();
  }
}

describe('tokens of X that are renewed', () => {
  it('while the fan unlinks the account are given back too', async () => {
    const reply = await whileRenewing({ after: () => unlink(world, fan, 'twitter') }, claimReward);
    expect(reply.refusal).toBe('SOCIAL_NOT_BOUND');
    await runJobs(world);
    expect(await tokensAtX()).toBe(0);
  });

  it('by another replica a moment before serve this one as well', async () => {
    const { services } = world;
    const settings = { ...services.settings, publicUrl: reached };
    const replica = createSocialTasks(createSocialServices({ ...services, settings }));
    const look = () => replica.hasDone({ fanId: fan.id, action: 'follow', now: world.clock.now() });
    const reply = await whileRenewing({ before: look }, claimReward);
    expect(reply).toMatchObject({ code: 0, data: { points: 20 } });
  });
});
