import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import type { TestElection } from '../world/given-election.ts';
import { inBothLanguages } from '../world/in-both-languages.ts';
import { readEvents } from '../world/read-events.ts';
import { createWorld, type World } from '../world/world.ts';

type Event = {
  readonly kind: string;
  readonly feed: string;
  readonly sequence: number;
  readonly version: number;
  readonly state: string;
  readonly totalVotes: number;
  readonly homeBanners?: string;
  readonly list: readonly { idolId: string; votes: number; rank: number }[];
};
type Heard = { readonly id: string; readonly event: Event };

/** The time between two events of the stream. */
const tickMs = 500;

let world: World;
let election: TestElection;
let address: string;
beforeAll(async () => {
  world = await createWorld({ stands: true });
  election = await world.given.election({ idols: 30 });
  address = await world.listen();
});
afterAll(() => world[Symbol.asyncDispose]());

async function vote(idolId: string, num: number): Promise<void> {
  const fan = await world.given.fan({ votes: num });
  const body = { activityId: election.activityId, idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
}

/** Listens at an address as a browser would; a disposed listener has left. */
async function listen(options: { at?: string; lastEventId?: string; header?: string } = {}) {
  const { at = address, lastEventId, header } = options;
  const left = new AbortController();
  const query = lastEventId === undefined ? '' : `&lastEventId=${lastEventId}`;
  const reply = await fetch(`${at}/activity/api/v1/vote/stream?activityId=${election.activityId}${query}`, {
    headers: header === undefined ? {} : { 'last-event-id': header },
    signal: left.signal,
  });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  return {
    async next(): Promise<Heard> {
      const [{ value }] = await Promise.all([events.next(), world.time.advance(tickMs)]);
      if (!value) throw new Error('The stream ended');
      return { id: value.id, event: value.data as Event };
    },
    async ended(): Promise<void> {
      while (!(await events.next()).done);
    },
    [Symbol.asyncDispose]: async () => {
      left.abort();
      await events.return(undefined).catch(() => undefined);
    },
  };
}

describe('the live ranking', () => {
  it('is sent whole at first, and then by the changed rows', async () => {
    await using stream = await listen();
    const first = await stream.next();
    expect(first.event).toMatchObject({ kind: 'snapshot', totalVotes: 0, version: 0, sequence: 1 });
    expect(first.event.list).toHaveLength(30);
    await vote('2', 5);
    const second = await stream.next();
    expect(second.id).toBe(`${first.event.feed}-2`);
    expect(second.event).toMatchObject({ kind: 'delta', sequence: 2, totalVotes: 5, version: 1, state: 'open' });
    expect(second.event.list).toMatchObject([
      { idolId: '2', votes: 5, rank: 1 },
      { idolId: '1', votes: 0, rank: 2 },
    ]);
  });

  it('continues where a returning listener was, by address or by header', async () => {
    await using staying = await listen();
    const { id } = await staying.next();
    await vote('3', 1);
    const third = await staying.next();
    await vote('3', 1);
    const fourth = await staying.next();
    for (const options of [{ lastEventId: id }, { lastEventId: 'unknown', header: id }]) {
      await using back = await listen(options);
      expect([await back.next(), await back.next()]).toEqual([third, fourth]);
    }
  });

  it('repeats the latest to an up-to-date listener, who so knows that the stream lives', async () => {
    await using stream = await listen();
    const { id } = await stream.next();
    await using back = await listen({ lastEventId: id });
    const { event } = await back.next();
    expect(`${event.feed}-${event.sequence}`).toBe(id);
  });

  it('resumes after a while without listeners', async () => {
    let id: string;
    {
      await using stream = await listen();
      ({ id } = await stream.next());
    }
    await expect.poll(() => world.app.streams.size).toBe(0);
    await vote('4', 50);
    await expect
      .poll(async () => {
        await using back = await listen({ lastEventId: id });
        const { event } = await back.next();
        return [event.kind, event.list.find(({ idolId }) => idolId === '4')?.votes];
      })
      .toEqual(['delta', 50]);
  });

  it.each([['0000000000000000-1'], ['nonsense'], ['-'], ['0-0-0']])(
    'is sent whole for an unknown id: %s',
    async (lastEventId) => {
      await using stream = await listen({ lastEventId });
      expect((await stream.next()).event.kind).toBe('snapshot');
    },
  );

  it('is sent whole for an id of the future', async () => {
    await using stream = await listen();
    const { event } = await stream.next();
    await using ahead = await listen({ lastEventId: `${event.feed}-${event.sequence + 100}` });
    expect((await ahead.next()).event.kind).toBe('snapshot');
  });

  it('names the banners of home to open pages when one is shown, without a vote', async () => {
    await using stream = await listen();
    expect((await stream.next()).event.homeBanners).toBeUndefined();
    await world.ownerPool.query(
      `INSERT INTO banner (id, type, title, text, picture_seed, link, position)
       VALUES ('outage', 'home', $1, $1, 'night-h2', '/about-us', 1)`,
      [inBothLanguages('We are looking into it')],
    );
    // The process reads banners anew after some seconds.
    await world.time.advance(6000);
    const { event } = await stream.next();
    expect(event).toMatchObject({ kind: 'delta', list: [] });
    expect(event.homeBanners).toMatch(/^[\w-]{12}$/);
  });

  it('is sent whole when an idol withdraws, and never goes back in its version', async () => {
    await using stream = await listen();
    const { event: before } = await stream.next();
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '4'`);
    const { event } = await stream.next();
    expect(event).toMatchObject({ kind: 'snapshot', sequence: before.sequence + 1, version: before.version });
    expect(event.list.map(({ idolId }) => idolId)).not.toContain('4');
  });

  it('drops a listener who cannot keep up, and only them', async () => {
    // Those who listened before may not be gone yet.
    await expect.poll(() => world.app.streams.size).toBe(0);
    await using slow = await listen();
    await slow.next();
    const [raw] = world.app.streams.keys();
    await using quick = await listen();
    await quick.next();
    raw?.cork();
    raw?.write(Buffer.alloc(300 * 1024, ':'));
    await vote('1', 1);
    expect((await quick.next()).event.kind).toBe('delta');
    await expect(slow.ended()).rejects.toThrow('terminated');
    await expect.poll(() => world.app.streams.size).toBe(1);
  });

  it('goes on in another process without going back or missing a row', async () => {
    const other = await buildApp(createServices(world.services));
    try {
      const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 });
      await using here = await listen();
      const { id, event } = await here.next();
      await vote('5', 7);
      const news = await here.next();
      await using there = await listen({ at: otherAddress, lastEventId: news.id });
      const whole = (await there.next()).event;
      expect(whole).toMatchObject({ kind: 'snapshot', version: news.event.version, totalVotes: event.totalVotes + 7 });
      expect(whole.feed).not.toBe(event.feed);
      expect(id).toContain(event.feed);
      await vote('5', 1);
      const [mine, theirs] = [(await here.next()).event, (await there.next()).event];
      expect(theirs.list).toEqual(mine.list);
      expect([theirs.version, theirs.totalVotes]).toEqual([mine.version, mine.totalVotes]);
    } finally {
      await other.close();
    }
  });

  it('reports the end, once', async () => {
    await using stream = await listen();
    const { event: before } = await stream.next();
    world.clock.set(new Date(election.closesAt.getTime() + 1));
    expect((await stream.next()).event).toMatchObject({ kind: 'delta', state: 'closing', version: before.version });
    world.clock.set(new Date(election.closesAt.getTime() + 20_000));
    await world.time.step();
    let { event: end } = await stream.next();
    // A reading between the close and the result finds the votes being tallied.
    if (end.state === 'tallying') end = (await stream.next()).event;
    expect(end).toMatchObject({ kind: 'delta', state: 'final', version: before.version });
  });
});
