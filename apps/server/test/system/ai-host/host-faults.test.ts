import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenElection } from '../../../../../bench/world/given-election.ts';
import { givenFans } from '../../../../../bench/world/given-fans.ts';
import { createPools, type Pools } from '#/db/connect.ts';
import { type EmbeddedPostgres, startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { killPrograms, startProgram } from '../process/start-program.ts';

const patience = { timeout: 60_000, interval: 100 };
const answerText = 'Choose an idol and cast your votes.';

/** Requests to the model that wait, by the process that sent them. Each process has a separate address. */
const waiting = new Map<string, ServerResponse[]>();
const model = createServer((request, response) => {
  const [, name = ''] = request.url?.split('/') ?? [];
  waiting.set(name, [...(waiting.get(name) ?? []), response]);
});

const stack = new AsyncDisposableStack();
let database: EmbeddedPostgres;
let pools: Pools;
/** The process that is left. */
let survivor: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  stack.defer(() => void model.close());
  stack.defer(() => model.closeAllConnections());
  const { path } = stack.use(await createScratchFolder());
  database = await startEmbedded({ dataDir: path, settings: { shared_buffers: '32MB' } });
  stack.defer(() => database.stop());
  pools = createPools({ ownerUrl: database.ownerUrl });
  stack.defer(() => pools.end());
  await migrate(pools.ownerPool);
  await givenElection(pools.ownerPool, 'storm');
  stack.defer(killPrograms);
}, 120_000);
afterAll(() => stack.disposeAsync());
beforeEach(() => waiting.clear());

async function startHost(name: string) {
  const program = startProgram({
    DATABASE_URL: database.ownerUrl,
    AI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/${name}`,
    AI_MODEL: `model-${name}`,
  });
  await program.address();
  return program;
}

/** Prepares a question that is due at once. */
async function givenQuestion(text: string): Promise<number> {
  const [fan] = await givenFans(pools.ownerPool, { fans: 1 });
  const { rows } = await pools.ownerPool.query<{ id: number }>(
    `INSERT INTO ai_question (fan_id, client_id, text, language, state, asked_at, day)
     VALUES ($1, gen_random_uuid(), $2, 'en_US', 'waiting', now() - interval '1 minute', current_date) RETURNING id`,
    [fan?.id, text],
  );
  return rows[0]?.id ?? 0;
}

/** Lists the processes whose request waits at the model. */
const asking = () => [...waiting.keys()];

function reply(name: string): void {
  const part = { choices: [{ index: 0, delta: { content: answerText }, finish_reason: 'stop' }] };
  for (const response of waiting.get(name) ?? []) {
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`data: ${JSON.stringify(part)}\n\ndata: [DONE]\n\n`);
  }
  waiting.delete(name);
}

async function answersOf(questionId: number) {
  const { rows } = await pools.ownerPool.query<{ model: string | null; text: string; fence: number }>(
    `SELECT a.model, array_to_string(a.sentences, ' ') AS text, a.fence
       FROM ai_question q JOIN ai_answer a ON a.question_id = q.id WHERE q.id = $1 AND q.state = 'answered'`,
    [questionId],
  );
  return rows;
}

const readFence = async () =>
  (await pools.ownerPool.query<{ fence: number }>('SELECT fence FROM ai_host')).rows[0]?.fence ?? 0;

it(
  'another process answers the question of one that is killed while it owns the host, once',
  { timeout: 180_000 },
  async () => {
    const [one, other] = await Promise.all([startHost('one'), startHost('other')]);
    const processes = { one, other };
    const questionId = await givenQuestion('How do I vote?');
    await expect.poll(asking, patience).toHaveLength(1);
    const fence = await readFence();
    const owner = asking()[0] as keyof typeof processes;
    const heir = owner === 'one' ? 'other' : 'one';
    processes[owner].child.kill('SIGKILL');
    await processes[owner].ended;
    // What the model says to the dead one is lost.
    reply(owner);

    await expect.poll(asking, patience).toEqual([heir]);
    reply(heir);
    await expect
      .poll(() => answersOf(questionId), patience)
      .toEqual([{ model: `model-${heir}`, text: answerText, fence: fence + 1 }]);
    survivor = heir;
  },
);

it('a question that is being answered while the database restarts is answered once', { timeout: 180_000 }, async () => {
  await pools.ownerPool.query('UPDATE ai_host SET next_pick_at = now()');
  const questionId = await givenQuestion('When does the voting end?');
  await expect.poll(asking, patience).toEqual([survivor]);
  const before = database.pid();
  process.kill(before, 'SIGKILL');
  reply(survivor);
  await expect.poll(() => database.pid() !== before, patience).toBe(true);
  await expect
    .poll(async () => {
      reply(survivor);
      return answersOf(questionId).catch(() => []);
    }, patience)
    .toMatchObject([{ text: answerText }]);
});
