import { isDeepStrictEqual } from 'node:util';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/check-invariants.ts';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import type { World } from './given-world.ts';
import { sendVote } from './send-vote.ts';
import type { Sheet } from './sheet.ts';
import type { Stage } from './stages/stage.ts';

export type Verdict = {
  readonly votesInLedger: number;
  /** Answered votes that the ledger does not have. */
  readonly lost: number;
  /** Votes that the ledger has more than once. */
  readonly doubled: number;
  readonly invariants: number;
  /** Answered votes that were sent once more at the end and were told the same. */
  readonly toldAgain: number;
  /** Everything that must not be, in words. */
  readonly violations: readonly string[];
};

const askedAgain = 200;

/** Holds what fans were told against what is written, once no vote is on its way any more. */
export async function judge(stage: Stage, world: World, sheet: Sheet, seed: string): Promise<Verdict> {
  await using connection = await stage.connectAsOwner();
  const { ownerPool } = connection;
  const ofKind = await stage.judge(ownerPool, sheet);
  const { checked, violations: broken } = await checkInvariants(ownerPool);
  const comparisons = await Promise.all(
    world.contests.map((contest) => compareWithLedger(ownerPool, contest, sheet.told)),
  );
  const again = await askAgain(stage, sheet, seed);
  const sum = (figure: 'votesInLedger' | 'lost' | 'doubled') =>
    comparisons.reduce((total, comparison) => total + comparison[figure], 0);
  return {
    votesInLedger: sum('votesInLedger'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    invariants: checked.length,
    toldAgain: again.equal,
    violations: [
      ...comparisons.flatMap(({ differences }) => differences),
      ...strangeRefusals(stage, sheet),
      ...sheet.wrong,
      ...ofKind,
      ...again.differences,
      ...(broken.length > 0 ? [describeViolations(broken)] : []),
    ],
  };
}

function strangeRefusals({ refusals }: Stage, { told }: Sheet): string[] {
  return told.flatMap(({ vote, refusal }) =>
    refusal === undefined || refusals.includes(refusal) ? [] : [`vote ${vote.key} was refused with ${refusal}`],
  );
}

/** Sends some answered votes once more: each must be told what it was told at first. */
async function askAgain({ addresses }: Stage, { told }: Sheet, seed: string) {
  const random = randomFromSeed(seed, 'asked again');
  const answered = told.filter((one) => one.answer !== undefined);
  const differences: string[] = [];
  const votes = Math.min(askedAgain, answered.length);
  for (let turn = 0; turn < votes; turn += 1) {
    const one = answered[Math.floor(random.next() * answered.length)];
    if (!one) break;
    const outcome = await sendVote(addresses[turn % addresses.length] ?? addresses[0], one.vote);
    const isSame = outcome.kind === 'answered' && isDeepStrictEqual(outcome.answer, one.answer);
    if (!isSame)
      differences.push(
        `vote ${one.vote.key} was told something else when it was sent again: ${JSON.stringify(outcome)}`,
      );
  }
  return { equal: votes - differences.length, differences };
}
