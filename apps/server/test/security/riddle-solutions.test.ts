import { contract, type Endpoint, type RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenRiddleRound, type TestRound } from '../world/given-riddle-round.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { exampleOf } from './example-of.ts';

let world: World;
let round: TestRound;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  round = await givenRiddleRound(world);
  fan = await world.given.fan({ points: 30 });
  await world.call('POST /task/api/v1/riddle/consume', { fan, body: { roundId: round.roundId } });
});
afterAll(() => world[Symbol.asyncDispose]());

it('no answer of the server has a riddle’s solution before its round has closed; one does afterwards', async () => {
  world.clock.set(new Date(round.closesAt.getTime() - 1));
  const before = await everyAnswer();
  for (const spelling of spellings()) expect(before).not.toContain(spelling);
  // The clocks of several servers differ a little, so the instant itself is too early too.
  world.clock.set(new Date(round.closesAt.getTime() + 14_999));
  const meanwhile = await everyAnswer();
  for (const spelling of spellings()) expect(meanwhile).not.toContain(spelling);

  world.clock.set(new Date(round.closesAt.getTime() + 15_000));
  const after = await everyAnswer();
  for (const { solution } of round.riddles) expect(after).toContain(solution);
});

/** Returns the part of each solution that all its spellings contain. */
function spellings(): string[] {
  return round.riddles.map(({ solution }) => solution.slice(-16));
}

/**
 * Returns the bytes of the answers to every call of the contract, made by a fan who has unlocked the round, about that
 * round.
 */
async function everyAnswer(): Promise<string> {
  const texts = [];
  for (const route of Object.keys(contract) as RouteName[]) {
    const [method, url] = route.split(' ') as ['GET' | 'POST', string];
    const endpoint: Endpoint = contract[route];
    if (endsTheSession.test(url) || endpoint.upload) continue;
    const reply = await world.app.inject({
      method,
      url,
      headers: { token: fan.token },
      ...(endpoint.query ? { query: asTexts(payloadOf(endpoint.query, route)) } : {}),
      ...(endpoint.body ? { payload: payloadOf(endpoint.body, route) } : {}),
    });
    texts.push(reply.payload);
  }
  return texts.join('\n');
}

const endsTheSession = /logout|deleteUser|endSession|streamRanking|stream/i;

function payloadOf(schema: Parameters<typeof exampleOf>[0], route: string): Record<string, unknown> {
  const example = exampleOf(schema, route) as Record<string, unknown>;
  const own = { roundId: round.roundId, taskId: round.taskId, accountId: fan.accountId };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, name in own ? own[name as keyof typeof own] : value]),
  );
}

function asTexts(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
