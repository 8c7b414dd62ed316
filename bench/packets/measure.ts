import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode } from '../../packages/contract/src/index.ts';
import { inTurns, type Turns } from '../idle-turns.ts';
import type { CallPlan } from '../load/requests.ts';
import type { Generator } from '../load/generator.ts';
import type { LoopResult } from '../load/score.ts';
import type { Plan } from '../scenario.ts';
import { packetRoutes } from '../server/packet-routes.ts';
import { figuresOf, judgeRepeats, judgeStorm, type StormFigures } from './judge-storm.ts';

export type Size = { readonly shares: number; readonly total: number; readonly rounds: number };

/** The measurements in slices of time. */
export const sliced = ['noOp', 'single', 'soldOut', 'postNoOp'] as const;

export type Round = Readonly<Record<(typeof sliced)[number], LoopResult>> & {
  readonly storm: StormFigures & { readonly generatorBusy: number };
};

export type Measurement = { readonly rounds: readonly Round[]; readonly turns: Turns };

export const connections = 256;
/** The largest packet there may be: it is not sold out within a slice of single grabs. */
export const mostShares = 20_000;
const settleMs = 400;
const warmUpMs = 4000;
const quickWarmUpMs = 500;
/** A process keeps a session for 5 s: after this pause every variant has to look its fans up. */
const forgetSessionsMs = 5_100;

export type PacketStage = {
  readonly generator: Generator;
  readonly tokens: readonly string[];
  /** The no-op of the votes' measurement, for comparison. */
  readonly postNoOp: CallPlan;
  /** Packets by turn, the first for the warm-up: for single grabs and for storms. The last is for the storm of double taps. */
  readonly singles: readonly string[];
  readonly storms: readonly string[];
};

/**
 * Measures all variants in turns. In each turn all fans grab a packet at once, until it is gone and after. At the end,
 * in a separate storm, every fan taps twice.
 *
 * @throws Error when an answer of a storm was wrong
 */
export async function measure(stage: PacketStage, size: Size, plan: Plan): Promise<Measurement> {
  const { say } = plan;
  const turns: Turns = { all: 0, disturbed: 0 };
  const rounds: Round[] = [];
  say('Warming up …');
  await playRound(stage, size, { turn: 0, measureMs: plan.isQuick ? quickWarmUpMs : warmUpMs });
  await inTurns(size.rounds, turns, plan, async (turn) => {
    const measureMs = (plan.seconds * 1000) / size.rounds;
    const round = await playRound(stage, size, { turn: turn + 1, measureMs });
    rounds.push(round);
    const rates = sliced.map((variant) => `${variant} ${Math.round(perSecond(round[variant]))}/s`);
    say(`Turn ${turn + 1}: ${rates.join(', ')}, grabs ${Math.round(round.storm.sharesPerSecond)}/s`);
  });
  say('Every fan taps twice …');
  await tapTwice(stage, size);
  return { rounds, turns };
}

export function perSecond({ succeeded, seconds }: LoopResult): number {
  return succeeded / seconds;
}

type Slice = { readonly turn: number; readonly measureMs: number };

async function playRound(stage: PacketStage, size: Size, { turn, measureMs }: Slice): Promise<Round> {
  const { generator, tokens, postNoOp } = stage;
  const packetId = stage.storms[turn] ?? '';
  const path = pathOf('grab', packetId);
  async function slice(variant: keyof Round, call: CallPlan): Promise<LoopResult> {
    generator.learn({ [variant]: call });
    await sleep(forgetSessionsMs);
    return generator.closedLoop({ [variant]: 1 }, { connections, settleMs, measureMs });
  }

  const noOp = await slice('noOp', { method: 'GET', path: pathOf('noOp', packetId), tokens });
  const single = await slice('single', { method: 'GET', path: pathOf('single', stage.singles[turn] ?? ''), tokens });
  const fans = shuffle(tokens);
  await sleep(forgetSessionsMs);
  const { answers, generatorBusy } = await generator.storm({ path, tokens: fans, connections });
  const late = fans.filter((_, place) => answers[place]?.code !== 0);
  const code = ErrorCode.PACKET_SOLD_OUT;
  const soldOut = await slice('soldOut', { method: 'GET', path, tokens: late, code });
  const again = await generator.storm({ path, tokens: fans, connections });
  refuse(packetId, [...judgeStorm(answers, size), ...judgeRepeats(answers, again.answers)]);
  return {
    noOp,
    single,
    soldOut,
    postNoOp: await slice('postNoOp', postNoOp),
    storm: { ...figuresOf(answers), generatorBusy },
  };
}

/**
 * Taps twice: the second call of a fan often comes while the first is on its way, and the packet is gone between some
 * of them.
 */
async function tapTwice({ generator, tokens, storms }: PacketStage, size: Size): Promise<void> {
  const packetId = storms.at(-1) ?? '';
  const fans = shuffle(tokens);
  const taps = shuffle(
    fans.flatMap((token, place) => [
      { token, place },
      { token, place },
    ]),
  );
  const { answers } = await generator.storm({
    path: pathOf('grab', packetId),
    tokens: taps.map(({ token }) => token),
    connections,
  });
  const byFan = Map.groupBy(answers, (_, tap) => taps[tap]?.place ?? -1);
  const [first, second] = [0, 1].map((tap) =>
    fans.map((_, place) => byFan.get(place)?.[tap]).filter((one) => one !== undefined),
  );
  refuse(packetId, [...judgeStorm(first ?? [], size), ...judgeRepeats(first ?? [], second ?? [])]);
}

function refuse(packetId: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`The answers of ${packetId} are wrong: ${problems.join('; ')}`);
}

function pathOf(variant: keyof typeof packetRoutes, packetId: string): string {
  return `${packetRoutes[variant].replace('GET ', '')}?packetId=${packetId}`;
}

function shuffle<One>(all: readonly One[]): One[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
