import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type Contract, type DataOf } from '@lightstick/contract';
import { givenPacket, givenRaffle } from '../world/given-luck.ts';
import { readEvents } from '../world/read-events.ts';
import { createWorld, type World } from '../world/world.ts';
import { moveLuck } from './move-luck.ts';

const route = 'GET /activity/api/v1/packet/stream';
type News = DataOf<Contract[typeof route]>;

const noon = new Date('2026-03-10T04:00:00.000Z');
/** The time between two events of the stream. */
const tickMs = 1000;
const hourMs = 60 * 60_000;

describe('the stream of luck', () => {
  let world: World;
  let address: string;
  beforeAll(async () => {
    world = await createWorld({ stands: true, now: noon });
    await world.given.election();
    address = await world.listen();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Listens as a browser would. */
  async function listen() {
    const left = new AbortController();
    const reply = await fetch(`${address}${route.slice('GET '.length)}`, { signal: left.signal });
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const events = readEvents(reply.body as ReadableStream<Uint8Array>);
    return {
      /** Waits for the first event with the wanted content. */
      async until(isIt: (news: News) => boolean): Promise<News> {
        for (;;) {
          const [{ value }] = await Promise.all([events.next(), world.time.advance(tickMs)]);
          if (!value) throw new Error('The stream ended');
          const news = contract[route].data.parse(value.data);
          if (isIt(news)) return news;
        }
      },
      [Symbol.asyncDispose]: async () => {
        left.abort();
        await events.return(undefined).catch(() => undefined);
      },
    };
  }

  it('sends everything first, then only changes', async () => {
    const [packetId, otherId] = [await givenPacket(world), await givenPacket(world)];
    await using stream = await listen();
    const first = await stream.until(() => true);
    expect(first.packets.map((one) => one.packetId)).toEqual(expect.arrayContaining([packetId, otherId]));
    const fan = await world.given.fan();
    await world.call('GET /activity/api/v1/packet/grabPackage', { fan, query: { packetId } });
    const next = await stream.until(({ packets }) => packets.some(({ left }) => left === 9));
    expect(next.packets).toEqual([{ packetId, state: 'open', left: 9, soldOutAt: null }]);
    expect(next.campaigns).toEqual([]);
  });

  it('tells every listener when a raffle is drawn', async () => {
    const closesAtMs = world.clock.now().getTime() + hourMs;
    const raffleId = await givenRaffle(world);
    const fan = await world.given.fan({ points: 10 });
    await world.call('POST /wallet/api/v1/pointsMall/participateActivity', { fan, body: { activityId: raffleId } });
    await using one = await listen();
    await using other = await listen();
    world.clock.set(new Date(closesAtMs + 15_000));
    await moveLuck(world);
    world.clock.set(new Date(closesAtMs + 80_000));
    await moveLuck(world);
    const isDrawn = ({ campaigns }: News) =>
      campaigns.some(({ activityId, draw }) => activityId === raffleId && draw === 'drawn');
    expect(await one.until(isDrawn)).toEqual(await other.until(isDrawn));
  });
});
