import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordedRounds } from '../../../../packages/chance/test/recorded-rounds.ts';
import { parseSettings } from '#/config/settings.ts';
import { createLog } from '#/log.ts';
import { createBeacon } from '#/modules/luck/beacon.ts';

const [{ round, signature }, other] = recordedRounds;

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const status =
  (code: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(code).end('Requested future beacon');

/** Relays by the first part of their path, each with its own behaviour. */
const natures: Readonly<Record<string, RequestListener>> = {
  right: json({ round, randomness: 'not read', signature }),
  unsigned: json({ round, signature: other.signature }),
  flipped: json({ round, signature: signature.replace(/.$/, '8') }),
  'other-round': json(other),
  shaped: json({ round: String(round), signature }),
  garbage: (_request, response) => void response.end('<html>Sign in to this network</html>'),
  early: status(425),
  'early-too': status(404),
  broken: status(500),
  moved: (_request, response) => void response.writeHead(302, { location: `${address}/right` }).end(),
  silent: () => undefined,
  'silent-later': (_request, response) => void response.writeHead(200).write('{"round":'),
  endless(_request, response) {
    const more = () => {
      while (response.write('0'.repeat(65_536)));
    };
    response.on('drain', more).on('error', () => undefined);
    more();
  },
};

let asked: string[] = [];
const relays = createServer((request, response) => {
  const [, nature = '', ...rest] = request.url?.split('/') ?? [];
  asked.push(nature);
  if (rest.join('/') !== `52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/${round}`) {
    response.writeHead(400).end();
  } else natures[nature]?.(request, response);
});
let address: string;
/** The address of a relay that was there once. */
let gone: string;

async function listen(server: typeof relays): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  address = await listen(relays);
  const leaving = createServer();
  gone = await listen(leaving);
  leaving.close();
});
afterAll(() => {
  relays.closeAllConnections();
  relays.close();
});

let lines: { level: string; msg: string; relay?: string }[] = [];
let drandAnswers: Counter<'answer'>;
beforeEach(() => {
  [asked, lines] = [[], []];
  drandAnswers = new Counter({ name: 'answers', help: 'Answers', labelNames: ['answer'], registers: [] });
});

/** Fetches a round with a short limit only from relays that never answer, because a busy machine may take a while. */
async function fetchFrom(names: readonly string[], timeoutMs = 30_000) {
  const addresses = names.map((name) => (name === 'gone' ? gone : `${address}/${name}`));
  const beacon = createBeacon({
    settings: parseSettings({ DRAND_RELAYS: addresses.join(','), DRAW_BEACON: 'drand' }, '/srv'),
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    metrics: { drandAnswers },
    timeoutMs,
  });
  const bytes = await beacon.fetchRound(round);
  return bytes && Buffer.from(bytes).toString('hex');
}

async function countAnswers() {
  const { values } = await drandAnswers.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.answer, value]));
}

describe('the beacon of drand', () => {
  it('takes a signed round of the first relay, and asks no other', async () => {
    expect(await fetchFrom(['right', 'unsigned'])).toBe(signature);
    expect(asked).toEqual(['right']);
    expect(lines).toEqual([]);
    expect(await countAnswers()).toEqual({ round: 1 });
  });

  it.each([
    ['signs with another round’s signature', 'unsigned'],
    ['flips a bit', 'flipped'],
    ['gives another round', 'other-round'],
    ['answers in another shape', 'shaped'],
    ['answers something else', 'garbage'],
  ])('does not believe a relay that %s, and asks the next', async (_, nature) => {
    expect(await fetchFrom([nature, 'right'])).toBe(signature);
    expect(asked).toEqual([nature, 'right']);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'a relay of drand gave what drand did not publish' }]);
    expect(await countAnswers()).toEqual({ wrong: 1, round: 1 });
  });

  it.each([
    ['has trouble', 'broken'],
    ['leads elsewhere', 'moved'],
    ['never ends its answer', 'endless'],
    ['is not there', 'gone'],
  ])('leaves a relay that %s, and asks the next', async (_, nature) => {
    expect(await fetchFrom([nature, 'right'])).toBe(signature);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'a relay of drand did not answer as it should' }]);
    expect(await countAnswers()).toEqual({ away: 1, round: 1 });
  });

  it.each([
    ['does not answer', 'silent'],
    ['stops in its answer', 'silent-later'],
  ])('leaves a relay that %s when its time is over', async (_, nature) => {
    // The relay hears of the request within this time on a busy machine, too.
    expect(await fetchFrom([nature], 1000)).toBeUndefined();
    expect(asked).toEqual([nature]);
    expect(await countAnswers()).toEqual({ away: 1, none: 1 });
  });

  it('waits for a round that is not published yet', async () => {
    expect(await fetchFrom(['early', 'early-too'])).toBeUndefined();
    expect(asked).toEqual(['early', 'early-too']);
    expect(lines.map(({ level }) => level)).toEqual(['info', 'info']);
    expect(await countAnswers()).toEqual({ early: 2, none: 1 });
  });

  it('has nothing to say while no relay has the round', async () => {
    expect(await fetchFrom(['broken', 'unsigned', 'early', 'garbage'])).toBeUndefined();
    expect(asked).toEqual(['broken', 'unsigned', 'early', 'garbage']);
    expect(await countAnswers()).toEqual({ away: 1, wrong: 2, early: 1, none: 1 });
  });

  it('names a relay in the log by its host, as its path may be a key', async () => {
    await fetchFrom(['broken', 'garbage', 'early']);
    expect(lines.map(({ relay }) => relay)).toEqual(lines.map(() => new URL(address).host));
    expect(JSON.stringify(lines)).not.toMatch(/broken|garbage|early/);
  });

  it('is that of new raffles if the settings say so, and serves old ones in any case', async () => {
    const of = (environment: Record<string, string>) =>
      createBeacon({
        settings: parseSettings({ ...environment, DRAND_RELAYS: `${address}/right` }, '/srv'),
        log: createLog('silent'),
        metrics: { drandAnswers },
      });
    expect(of({ DRAW_BEACON: 'drand' }).kind).toBe('drand');
    const organiser = of({});
    expect(organiser.kind).toBe('organiser');
    expect(await organiser.fetchRound(round)).toEqual(Buffer.from(signature, 'hex'));
  });
});
