import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const program = resolve(import.meta.dirname, '../../../../../deploy/watch-replicas.mjs');

type Answer = { readonly status: number; readonly failing: readonly string[] };
const ready: Answer = { status: 200, failing: [] };
const leaving: Answer = { status: 503, failing: ['shutting down'] };
const failing: Answer = { status: 503, failing: ['database'] };

/** Prepares a replica whose answers at /readyz are scripted. */
async function givenReplica(answerTo: (look: number) => Answer) {
  let looks = 0;
  const server = createServer((_request, reply) => {
    looks += 1;
    const answer = answerTo(looks);
    reply.writeHead(answer.status).end(JSON.stringify({ status: 'not told here', failing: answer.failing }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts the watch over a file of replicas. */
async function startWatch(text: string) {
  const folder = await createScratchFolder();
  const file = join(folder.path, 'replicas.conf');
  const reloads = join(folder.path, 'reloads');
  await writeFile(file, text);
  await writeFile(reloads, '');
  const watch = spawn(
    process.execPath,
    [program, `--file=${file}`, `--reload=echo reload >> ${reloads}`, '--every=0.05', '--patience=2'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let told = '';
  watch.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  return {
    /** What it has said so far. */
    told: () => told,
    file: () => readFile(file, 'utf8'),
    reloads: () => readFile(reloads, 'utf8'),
    async [Symbol.asyncDispose]() {
      const ended = once(watch, 'exit');
      watch.kill();
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('A watch that begins with a file which says "down" already has nginx read it, which may not have.', async () => {
  await using one = await givenReplica(() => ready);
  await using other = await givenReplica(() => leaving);
  const text = `server ${one.address} max_fails=0;\nserver ${other.address} max_fails=0 down;\n`;
  await using watch = await startWatch(text);
  await expect.poll(watch.told).toBe(`not ready: ${other.address}\n`);
  expect(await watch.reloads()).toBe('reload\n');
  expect(await watch.file()).toBe(text);
});

it('A watch that begins leaves out who was out before, until it is ready.', async () => {
  await using one = await givenReplica(() => ready);
  await using hanging = await givenReplica((look) => (look <= 3 ? failing : ready));
  const servers = `server ${one.address};\nserver ${hanging.address}`;
  await using watch = await startWatch(`${servers} down;\n`);
  await expect.poll(watch.told).toBe(`not ready: ${hanging.address}\nall replicas are ready\n`);
  expect(await watch.file()).toBe(`${servers};\n`);
});

it('A replica whose database fails once stays, one that fails twice in a row goes until it is ready.', async () => {
  await using stumbling = await givenReplica((look) => (look % 2 === 1 ? failing : ready));
  await using broken = await givenReplica((look) => (look < 6 || look > 16 ? ready : failing));
  const text = `server ${stumbling.address} max_fails=0;\nserver ${broken.address} max_fails=0;\n`;
  await using watch = await startWatch(text);
  await expect.poll(watch.told).toBe(`all replicas are ready\nnot ready: ${broken.address}\nall replicas are ready\n`);
  expect(await watch.file()).toBe(text);
});

it('A replica that reports its shutdown gets no request from its first report on.', async () => {
  await using staying = await givenReplica(() => ready);
  await using going = await givenReplica((look) => (look === 5 ? leaving : ready));
  await using watch = await startWatch(`server ${staying.address};\nserver ${going.address};\n`);
  await expect.poll(watch.told).toBe(`all replicas are ready\nnot ready: ${going.address}\nall replicas are ready\n`);
});
