import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, givenEnvelopeDraw, givenPacket, givenRaffle } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const dayLater = new Date(noon.getTime() + 24 * hourMs).toISOString();

describe('whether a fan may take part', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } });
    await world.given.election();
    fan = await world.given.fan();
    const terms = { regions: ['TW'], minAccountAgeHours: 24, lastsMs: 48 * hourMs };
    await givenPacket(world, terms);
    await givenBox(world, terms);
    await givenEnvelopeDraw(world, terms);
    await givenRaffle(world, terms);
    world.time.forget();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Reads the answers that show a packet or campaign. */
  async function readAnswers(country: string, caller: TestFan | undefined = fan): Promise<unknown[]> {
    const asked = { fan: caller, headers: { 'cf-ipcountry': country } };
    const packets = await world.call('GET /activity/api/v1/packet/getAllPacket', { ...asked, query: {} });
    const boxes = await world.call('GET /activity/api/v1/packet/getAllBlindBox', { ...asked, query: {} });
    const draws = await world.call('GET /activity/api/v1/packet/getAllDraw', { ...asked, query: {} });
    const activityId = boxes.data[0]?.activityId ?? '';
    const box = await world.call('GET /activity/api/v1/packet/getActivityDetail', { ...asked, query: { activityId } });
    return [...packets.data, ...boxes.data, ...draws.data, box.data].map(({ mayTakePart }) => mayTakePart);
  }
  const fiveTimes = (verdict: unknown) => Array.from({ length: 5 }, () => verdict);

  it('is said of a region before the account’s age, because it stays', async () => {
    expect(await readAnswers('JP')).toEqual(fiveTimes({ verdict: 'regionClosed', country: 'JP' }));
    expect(await readAnswers('XX')).toEqual(fiveTimes({ verdict: 'regionClosed', country: null }));
  });

  it('is said with the instant from which the account is old enough, until then', async () => {
    expect(await readAnswers('TW')).toEqual(fiveTimes({ verdict: 'tooYoung', from: dayLater }));
    world.clock.set(new Date(dayLater));
    world.time.forget();
    expect(await readAnswers('TW')).toEqual(fiveTimes({ verdict: 'yes' }));
    world.clock.set(noon);
  });

  it('is each fan’s own, and not said to visitors', async () => {
    world.clock.set(new Date(noon.getTime() - 24 * hourMs));
    const older = await world.given.fan();
    world.clock.set(noon);
    expect(await readAnswers('TW', older)).toEqual(fiveTimes({ verdict: 'yes' }));
    expect(await readAnswers('TW')).toEqual(fiveTimes({ verdict: 'tooYoung', from: dayLater }));
    const visitor = await world.call('GET /activity/api/v1/packet/getAllPacket', { query: {} });
    expect(visitor.data.map(({ mayTakePart }) => mayTakePart)).toEqual([null]);
  });
});
