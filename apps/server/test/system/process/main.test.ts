import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openListeningSocket } from '../../../../../e2e/listening-socket.ts';
import { createDatabase } from '../../world/database.ts';
import { killPrograms, startProgram } from './start-program.ts';

describe('the program', { timeout: 180_000 }, () => {
  afterEach(killPrograms);

  it('with wrong settings describes all of them in words, and ends', async () => {
    const program = startProgram({ PORT: 'http', HOME_VARIANT: 'tv', SERVER_SECRET: 'too short' });
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain('PORT is "http", but should be a port number from 0 to 65535.');
    expect(program.output()).toContain('HOME_VARIANT is "tv", but should be web or app.');
    expect(program.output()).not.toMatch(/too short|\n\s+at /);
  });

  it('on a port that is taken says so, and ends', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain(
      `The address is taken (listen EADDRINUSE: address already in use 127.0.0.1:${port}).`,
    );
    other.close();
  });

  it.each(['1', '2'])('with WORKERS=%s answers at a socket that it is handed', async (workers) => {
    await using database = await createDatabase();
    const socket = await openListeningSocket();
    const environment = { DATABASE_URL: database.url, LISTEN_FD: '3', WORKERS: workers };
    const program = startProgram(environment, [], socket.descriptor);
    socket.close();
    expect(await program.address()).toBe(`http://localhost:${socket.port}`);
    expect((await fetch(`http://localhost:${socket.port}/config`)).status).toBe(200);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  it('fills an empty database with the demo, serves, and ends in order when asked to', async () => {
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, METRICS_PORT: '0', CONTENT_DIR: '' });
    const address = await program.address();
    expect(await fetch(`${address}/readyz`).then((reply) => reply.json())).toEqual({ status: 'ready', failing: [] });
    const config = (await fetch(`${address}/config`).then((reply) => reply.json())) as {
      data: { currentActivityId: string };
    };
    expect(config.data.currentActivityId).toBe('1004');
    const metrics = /http:\S+\/metrics/.exec(program.output())?.[0] ?? '';
    expect(await fetch(metrics).then((reply) => reply.text())).toContain(
      'lightstick_http_request_seconds_count{route="GET /config",status="200"} 1',
    );
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain('Lightstick is ready');
    expect(program.output()).not.toMatch(/rror/);
  });

  it('says for DRAIN_SECONDS that it will go, and goes at once on a second signal', async () => {
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, DRAIN_SECONDS: '300' });
    const address = await program.address();
    program.child.kill('SIGTERM');
    await expect.poll(() => fetch(`${address}/readyz`).then(({ status }) => status)).toBe(503);
    expect((await fetch(`${address}/config`)).status).toBe(200);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(1);
  });
});
