import { contract, type Endpoint, type RouteName } from '@lightstick/contract';
import { exampleOf } from '../../apps/server/test/security/example-of.ts';
import { atMost, median, ms, refusalsInWords, seconds } from '../figures.ts';
import { disturbedInWords, inTurns, type Turns } from '../idle-turns.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { CallPlan } from '../load/requests.ts';
import type { LoopResult } from '../load/score.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan, type Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { signIn } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

const fans = 2_000;
const callsPerSecond = 100;
const floodCalls = 100;
const settleMs = 300;
const aim = 1.5;

type Kind = 'read' | 'vote';
const kinds: readonly Kind[] = ['read', 'vote'];
type Compared = { readonly route: RouteName; readonly without: LoopResult; readonly during: LoopResult };

export const flood: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const { ownerPool, ...stage } = await givenStage(stack, {
      election: 'storm',
      fans,
      // With the rates of production; the flooder and each other fan has a network of their own.
      servers: [{ settings: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' } }],
      say: plan.say,
    });
    const [{ port } = { port: 0 }] = stage.servers;
    const [flooder = { id: 0 }, ...others] = stage.fans;
    const tokens = others.map(({ token }) => token);
    const { activityId, idolIds } = stage.election;
    const votePath = '/activity/api/v1/vote/doVote';
    const calls: Record<Kind, CallPlan> = {
      read: { method: 'GET', path: `/activity/api/v1/vote/getUserVoteNum?activityId=${activityId}`, tokens },
      vote: {
        method: 'POST',
        path: votePath,
        tokens,
        bodies: [JSON.stringify({ activityId, idolId: idolIds[0], num: 1 })],
      },
    };
    const crowd = stack.use(startGenerator({ port, calls }));
    const attacker = stack.use(startGenerator({ port, calls: {} }));
    const roomId = await givenRoom(ownerPool);

    plan.say('Warming up …');
    const measureMs = plan.seconds * 1000;
    await listen(crowd, measureMs);
    const state: Turns = { all: 0, disturbed: 0 };
    const compared: Compared[] = [];
    const routes = plan.isQuick ? writing.slice(0, 3) : writing;
    await inTurns(routes.length, state, plan, async (turn) => {
      const route = routes[turn] as RouteName;
      const without = await listen(crowd, measureMs);
      // A flood of sign-outs ends the session of the one before.
      const [session = { token: '' }] = await signIn(ownerPool, [flooder.id]);
      attacker.learn({ [route]: floodOf(route, session.token, { roomId }) });
      const flooding = attacker.closedLoop(
        { [route]: 1 },
        { connections: floodCalls, settleMs: 0, measureMs: measureMs + 2 * settleMs },
      );
      const during = await listen(crowd, measureMs);
      await flooding;
      compared.push({ route, without, during });
      plan.say(
        `${route}: ` +
          kinds.map((kind) => `${kind} ${ratioOf({ route, without, during }, kind).toFixed(2)}`).join(', '),
      );
    });

    const ledger = await checkLedger(ownerPool);
    const database = await describeDatabase(ownerPool);
    const refusals = compared.flatMap(({ without, during }) => [...without.refusals, ...during.refusals]);
    return { text: report(compared, { plan, state, ledger, database, refusals }), refusals };
  },
};

/** Every call of a fan that may change something and takes no file. */
const writing = (Object.entries(contract) as [RouteName, Endpoint][]).flatMap(([route, { auth, safe, upload }]) =>
  !safe && !upload && ['fan', 'optional'].includes(auth) ? [route] : [],
);

/** Prepares a room with tickets, which opens in an hour. */
async function givenRoom(ownerPool: OwnerPool): Promise<string> {
  const roomId = 'measured-room';
  await ownerPool.query(
    `INSERT INTO live_room (id, stream_name, title, description, host_name, cover_seed, source, price, opens_at,
      closes_at,
                            replay_hours)
     VALUES ($1, $1, $2, $2, $2, $1, 'studio', 50, now() + interval '1 hour', now() + interval '2 hours', 0)`,
    [roomId, JSON.stringify({ en_US: 'A room', zh_TW: '直播間' })],
  );
  return roomId;
}

/** Listens as others do, at a low, steady rate. */
function listen(crowd: Generator, measureMs: number): Promise<LoopResult> {
  return crowd.openLoop({ read: 1, vote: 1 }, { callsPerSecond, connections: 200, settleMs, measureMs });
}

/** Makes the smallest call that the contract takes, with a real room where it names one. */
function floodOf(route: RouteName, token: string, known: Readonly<Record<string, string>>): CallPlan {
  const endpoint: Endpoint = contract[route];
  const [method, path = ''] = route.split(' ');
  const partOf = (part: 'query' | 'body') => {
    const schema = endpoint[part];
    const example = (schema ? exampleOf(schema, `${part} of ${route}`) : {}) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
  };
  const caller = { tokens: [token], firstFan: fans };
  if (method === 'POST') return { method, path, ...caller, bodies: [JSON.stringify(partOf('body'))] };
  const query = new URLSearchParams(Object.entries(partOf('query')).map(([name, value]) => [name, String(value)]));
  return { method: 'GET', path: `${path}?${query.toString()}`, ...caller };
}

function latencyOf(result: LoopResult, kind: Kind): number {
  return result.calls[kind]?.latencies.p50 ?? NaN;
}

function ratioOf({ without, during }: Compared, kind: Kind): number {
  return latencyOf(during, kind) / latencyOf(without, kind);
}

type FloodReport = {
  readonly plan: Plan;
  readonly state: Turns;
  readonly ledger: Awaited<ReturnType<typeof checkLedger>>;
  readonly database: Awaited<ReturnType<typeof describeDatabase>>;
  readonly refusals: readonly number[];
};

function report(compared: readonly Compared[], { plan, state, ledger, database, refusals }: FloodReport): string {
  const cells = (one: Compared, kind: Kind) =>
    `${ms(latencyOf(one.without, kind))} → ${ms(latencyOf(one.during, kind))} | ` +
    `${ratioOf(one, kind).toFixed(2)} | ${ms(one.during.calls[kind]?.latencies.max ?? NaN)}`;
  const row = (one: Compared) => `| \`${one.route}\` | ${cells(one, 'read')} | ${cells(one, 'vote')} |`;
  const middle = (kind: Kind) => median(compared.map((one) => ratioOf(one, kind)));
  const worst = (kind: Kind) => Math.max(...compared.map((one) => ratioOf(one, kind)));
  const say = (ratio: number) => ratio.toFixed(2);
  return `# Others while one fan floods, ${dayOf(plan)}

One fan keeps ${floodCalls} calls under way, all of the same kind, made from the contract. Meanwhile ${callsPerSecond} \
calls a second of other
fans arrive by the clock, half of them reads of the own number of votes and half votes. Each row compares \
${seconds(plan.seconds)} without the flood and
${seconds(plan.seconds)} during it, by the median latency; ${disturbedInWords(state)}.

| flood of | read | ratio | longest | vote | ratio | longest |
|---|---:|---:|---:|---:|---:|---:|
${compared.map(row).join('\n')}

Of reads the median ratio is ${say(middle('read'))} and the largest ${say(worst('read'))}; of votes \
${say(middle('vote'))} and ${say(worst('vote'))}.
Aim: the median ratio of reads ${atMost(middle('read'), aim, say)}; of votes ${atMost(middle('vote'), aim, say)}.
Afterwards all ${ledger.invariants} invariants held. Calls of others refused: ${refusalsInWords(refusals)}.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}
