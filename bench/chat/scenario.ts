import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { count, ms } from '../figures.ts';
import { requireOpenFiles } from '../listeners/open-files.ts';
import { steadyMs } from '../listeners/messages.ts';
import { HttpConnection } from '../load/http-connection.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan, type Scenario } from '../scenario.ts';
import { givenStage } from '../server/given-stage.ts';
import type { Usage } from '../server/messages.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { describeDatabase } from '../world/describe-database.ts';
import type { SimulatedFan } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import type { FromAudience, Heard, ToAudience } from './audience-process.ts';
import { textOf } from './instant-text.ts';

const roomId = 'measured-room';
const usualListeners = 5_000;
const quickListeners = 200;
/** The most messages that a person can just read. */
const messagesASecond = 10;
/** None of them writes again within two seconds. */
const writers = 100;
/** The product’s own interval, and one in which no two messages share an event. */
const variants = [
  { name: 'batched, 500 ms', batchMs: 500 },
  { name: 'each message by itself', batchMs: 20 },
] as const;

type RoomRow = {
  readonly name: string;
  readonly sent: number;
  readonly heard: Heard;
  readonly seconds: number;
  readonly processorMs: number;
  readonly bytesOfListener: number;
};

export const chat: Scenario = {
  async run(plan) {
    const listeners = plan.isQuick ? quickListeners : usualListeners;
    requireOpenFiles(listeners);
    await using stack = new AsyncDisposableStack();
    const servers = variants.map(({ batchMs }) => ({ settings: { BENCH_CHAT_BATCH_MS: String(batchMs) } }));
    const stage = await givenStage(stack, { election: 'crowd', fans: writers, servers, say: plan.say });
    const rows: RoomRow[] = [];
    const refusals: number[] = [];
    for (const [place, { name }] of variants.entries()) {
      const server = stage.servers[place];
      if (!server) throw new Error('The stage has a server for each variant');
      await givenRoom(stage.ownerPool, `${roomId}-${place}`, stage.fans);
      rows.push(
        await measure({ ...plan, name, server, listeners, roomId: `${roomId}-${place}`, refusals, fans: stage.fans }),
      );
    }
    const database = await describeDatabase(stage.ownerPool);
    const machine = machineChapter(plan.machine, { database, servers: 'one server process for each' });
    return { text: `${report(rows, listeners, plan)}\n${machine}`, refusals };
  },
};

/** Prepares a room on air with a moderator on duty for hours, and fans whose accounts are old enough. */
async function givenRoom(ownerPool: OwnerPool, id: string, fans: readonly SimulatedFan[]): Promise<void> {
  await ownerPool.query(`UPDATE fan SET created_at = now() - interval '1 day'`);
  await ownerPool.query(
    `INSERT INTO live_room (id, stream_name, title, description, host_name, cover_seed, source, price, opens_at,
      closes_at)
     VALUES ($1, $1, $2, $2, $2, 'cover', 'studio', 0, now() - interval '1 minute', now() + interval '5 hours')`,
    [id, { en_US: 'Measured', zh_TW: '測量' }],
  );
  await ownerPool.query(`INSERT INTO live_chat_duty VALUES ($1, $2, now() + interval '5 hours')`, [id, fans[0]?.id]);
}

type Measured = Plan & {
  readonly name: string;
  readonly server: ServerProcess;
  readonly listeners: number;
  readonly roomId: string;
  readonly refusals: number[];
  readonly fans: readonly SimulatedFan[];
};

async function measure({
  name,
  server,
  listeners,
  refusals,
  seconds,
  signal,
  say,
  ...where
}: Measured): Promise<RoomRow> {
  const { port } = server;
  const path = `/activity/api/v1/jplive/chat/stream?roomId=${where.roomId}`;
  await using audience = startAudience();
  // The first requests make the server load and compile code for all later ones.
  await audience.ask({ kind: 'come', port, path, listeners: 100 }, 'seated');
  const write = await openWriter(port, where.roomId, where.fans);
  for (let warm = 0; warm < writers / 2; warm += 1) await write.next();
  const empty = await server.tidyUsage();
  say(`Seating ${listeners} (${name}) …`);
  await audience.ask({ kind: 'come', port, path, listeners }, 'seated');
  const full = await server.tidyUsage();

  await audience.ask({ kind: 'begin' }, undefined);
  const before = await server.usage();
  const begunMs = performance.now();
  let sent = 0;
  while (performance.now() - begunMs < seconds * 1000) {
    signal.throwIfAborted();
    const code = await write.next();
    if (code === 0) sent += 1;
    else refusals.push(code);
    await pause(Math.max(0, begunMs + (sent * 1000) / messagesASecond - performance.now()));
  }
  const sentAll = performance.now();
  let heard: Heard;
  do {
    await pause(1000);
    ({ heard } = await audience.ask({ kind: 'end' }, 'heard'));
  } while (heard.messages < sent * listeners && performance.now() - sentAll < patienceMs);
  const after = await server.usage();
  write.close();
  const lost = sent * listeners - heard.messages;
  if (lost !== 0) throw new Error(`${lost} of ${sent * listeners} deliveries are missing`);
  say(`${name}: ${sent} messages, p99 ${ms(heard.p99Ms)}`);
  const bytes = (usage: Usage) => usage.residentBytes;
  return {
    name,
    sent,
    heard,
    seconds: (performance.now() - begunMs) / 1000,
    processorMs: after.processorMs - before.processorMs,
    bytesOfListener: (bytes(full) - bytes(empty)) / (listeners - 100),
  };
}

/** Sends messages one after the other, each by the next fan; a message says when it was sent. */
async function openWriter(port: number, room: string, fans: readonly SimulatedFan[]) {
  const connection = await HttpConnection.open(port);
  let turn = 0;
  return {
    /** Returns the code of the answer. */
    async next(): Promise<number> {
      const { token } = fans[(turn += 1) % fans.length] ?? { token: '' };
      const body = JSON.stringify({ roomId: room, text: `at ${textOf(steadyMs())}`, clientId: randomUUID() });
      const head =
        `POST /activity/api/v1/jplive/chat/send HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ` +
        `application/json\r\nToken: ${token}`;
      return (await connection.request(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)).code;
    },
    close: () => connection.close(),
  };
}

const patienceMs = 120_000;

function startAudience() {
  const child: ChildProcess = fork(fileURLToPath(new URL('./audience-process.ts', import.meta.url)));
  const left = once(child, 'exit');
  type Answer<Kind> = FromAudience & { kind: Kind };
  return {
    async ask<Kind extends FromAudience['kind']>(question: ToAudience, kind: Kind | undefined): Promise<Answer<Kind>> {
      const { promise, resolve, reject } = Promise.withResolvers<Answer<Kind>>();
      const onMessage = (message: FromAudience) => {
        if (message.kind === 'failed') reject(new Error(message.why));
        else if (message.kind === kind) resolve(message as Answer<Kind>);
      };
      const timer = setTimeout(() => reject(new Error(`The audience did not answer to ${question.kind}`)), patienceMs);
      child.on('message', onMessage);
      child.send(question);
      if (kind === undefined) resolve({ kind } as unknown as Answer<Kind>);
      return promise.finally(() => {
        clearTimeout(timer);
        child.off('message', onMessage);
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await left;
    },
  };
}

function report(rows: readonly RoomRow[], listeners: number, plan: Pick<Plan, 'at' | 'seconds'>): string {
  return `# The chat of a live room, ${dayOf(plan)}

One server process for each line, ${count(listeners)} listeners in another process, each with an HTTP connection of \
its own, and
${messagesASecond} messages a second for ${plan.seconds} s. A delay counts from before the call that sends a message \
until the event was read in the
audience's process, which shares the machine's cores; it includes the wait for the next batch.

| | messages | p50 | p99 | longest | processor, of one core | memory of a listener | sent to a listener |
|---|---:|---:|---:|---:|---:|---:|---:|
${rows.map(line).join('\n')}

Every listener got every message once. Processor time includes the sending of the messages. Memory is what the system \
has given to
the process, after all that can be collected was; what the kernel keeps for a socket is not in it.
`;

  function line({ name, sent, heard, seconds, processorMs, bytesOfListener }: RoomRow): string {
    const cells = [
      count(sent),
      ms(heard.p50Ms),
      ms(heard.p99Ms),
      ms(heard.longestMs),
      `${(processorMs / seconds / 10).toFixed(0)} %`,
      `${(bytesOfListener / 1024).toFixed(1)} KiB`,
      `${(heard.bytes / listeners / seconds / 1024).toFixed(2)} KiB/s`,
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  }
}
