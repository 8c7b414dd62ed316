import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { childrenOf } from '../../../../../bench/world/children-of.ts';
import { createDatabase } from '../../world/database.ts';
import { killPrograms, startProgram } from './start-program.ts';

describe('the program with several workers', { timeout: 180_000 }, () => {
  afterEach(killPrograms);

  it('serves one port by all of them, starts again the one that dies, and stops them in order', async () => {
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, METRICS_PORT: '0' }, ['--workers', '2']);
    const address = await program.address();
    const page = /http:\S+\/metrics/.exec(program.output())?.[0] ?? '';
    const metrics = () => fetch(page).then((reply) => reply.text());

    // A connection stays with its worker, and new ones are dealt out in turn.
    const servedPattern = (worker: number) =>
      new RegExp(`http_request_seconds_count\\{route="GET /config",status="200",worker="${worker}"\\} \\d`);
    for (let asked = 0; asked < 4; asked += 1) {
      expect((await fetch(`${address}/config`, { headers: { connection: 'close' } })).status).toBe(200);
    }
    // A worker that is slow to tell is left out of the page.
    for (const line of [servedPattern(1), servedPattern(2), /^lightstick_workers 2$/m])
      await expect.poll(metrics).toMatch(line);

    const [victim, survivor] = await childrenOf(program.pid);
    if (victim === undefined) throw new Error('There are no workers');
    process.kill(victim, 'SIGKILL');
    await expect.poll(metrics).toMatch(/^lightstick_worker_restarts_total 1$/m);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await expect.poll(metrics).toMatch(/^lightstick_workers 2$/m);
    const now = await childrenOf(program.pid);
    expect(now).toHaveLength(2);
    expect(now).toContain(survivor);

    // As a terminal does, to every process of the group: a worker that took it for itself would not end in order.
    for (const pid of [program.pid, ...now]) process.kill(pid, 'SIGINT');
    expect(await program.ended).toBe(0);
    expect(now.filter((pid) => isRunning(pid))).toEqual([]);
  });

  it('says once that the port is taken, and ends', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, PORT: String(port), WORKERS: '3' });
    expect(await program.ended).toBe(1);
    expect(program.output().match(/The address is taken/g)).toHaveLength(1);
    other.close();
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
