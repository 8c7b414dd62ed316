import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { timeOf } from '@lightstick/chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedRounds } from '../../../../packages/chance/test/recorded-rounds.ts';
import { consultDoctor } from '../world/consult-doctor.ts';
import { createScratchFolder } from '../world/scratch-folder.ts';

it('The folder of encoders is wrong where it is missing or a file.', async () => {
  await using folder = await createScratchFolder();
  const hls = join(folder.path, 'hls');
  const consult = () => consultDoctor('rtmp-folder', { LIVE_RTMP_FOLDER: hls });
  expect(await consult()).toMatchObject({ state: 'wrong', found: expect.stringContaining('ENOENT') });
  await mkdir(hls);
  expect((await consult()).state).toBe('ok');
  expect((await consultDoctor('rtmp-folder', { LIVE_RTMP_FOLDER: '/dev/null' })).state).toBe('wrong');
  expect((await consultDoctor('rtmp-folder')).state).toBe('off');
});

describe('servers of others', () => {
  const [{ round, signature }] = recordedRounds;
  const server = createServer((request, response) => {
    const [, name = '', ...path] = request.url?.split('/') ?? [];
    const isDrand = path.at(-1) === String(round);
    if (name === 'relay' && isDrand) response.end(JSON.stringify({ round, signature }));
    else if (name === 'liar' && isDrand)
      response.end(JSON.stringify({ round, signature: signature.replace(/.$/, '8') }));
    else if (name === 'ai' && request.headers.authorization !== 'Bearer right') response.writeHead(401).end();
    else if (name === 'ai') response.end(JSON.stringify({ object: 'list', data: [{ id: 'mild-7b' }] }));
    else response.writeHead(404).end();
  });
  let origin: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it('Relays of drand are wrong where none gives a signed round, and named where some do not.', async () => {
    const now = () => new Date(timeOf(round).getTime() + 30_000);
    const consult = (...relays: string[]) => {
      const addresses = relays.map((relay) => `${origin}/${relay}`).join();
      return consultDoctor('drand', { DRAW_BEACON: 'drand', DRAND_RELAYS: addresses }, { now });
    };
    expect(await consult('relay')).toMatchObject({ state: 'ok', found: 'Every relay gives signed rounds.' });
    expect(await consult('relay', 'liar')).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('not 127.0.0.1'),
    });
    expect(await consult('liar', 'gone')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('No relay'),
    });
    expect((await consultDoctor('drand')).state).toBe('off');
  });

  it('The server of the AI host is wrong where it is away, refuses the key or has no such model.', async () => {
    const consult = (changed: Record<string, string> = {}) => {
      const right = { AI_BASE_URL: `${origin}/ai`, AI_MODEL: 'mild-7b', AI_API_KEY: 'right' };
      return consultDoctor('ai-server', { ...right, ...changed });
    };
    expect((await consult()).state).toBe('ok');
    expect(await consult({ AI_MODEL: 'wild-7b' })).toMatchObject({ state: 'wrong', advice: 'Correct AI_MODEL.' });
    expect(await consult({ AI_API_KEY: 'wrong' })).toMatchObject({ state: 'wrong', advice: 'Correct AI_API_KEY.' });
    expect((await consult({ AI_BASE_URL: `${origin}/other` })).state).toBe('unknown');
    const away = await consult({ AI_BASE_URL: 'http://127.0.0.1:2/key-in-path' });
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(away)).not.toContain('key-in-path');
    expect((await consultDoctor('ai-server')).state).toBe('off');
  });
});
