import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode } from '../../packages/contract/src/index.ts';
import type { World } from './given-world.ts';

/** How often something was answered, and refused for the time being. */
export type Tries = { answered: number; unavailable: number };

/** What came of reading while something was wrong. */
export type Reads = {
  /** Rankings, which everybody may read. */
  readonly rankings: Tries;
  /** Votes that a fan has. */
  readonly balances: Tries;
  /** Invalid answers, described. */
  readonly wrong: readonly string[];
};

const pauseMs = 50;

/** Reads a ranking and a fan's votes over and over until it is stopped. */
export function watchReads(address: string, { fans, contests }: World): { stop(): Promise<Reads> } {
  const activityId = contests[0]?.election.activityId ?? '';
  const token = fans[0]?.token ?? '';
  const counts = { rankings: { answered: 0, unavailable: 0 }, balances: { answered: 0, unavailable: 0 } };
  const wrong = new Set<string>();
  let isStopped = false;

  async function read(call: string): Promise<number> {
    const reply = await fetch(`${address}/activity/api/v1/vote/${call}?activityId=${activityId}`, {
      headers: { token },
    });
    const { code } = (await reply.json()) as { code: number };
    return code;
  }

  async function tryIt(call: string, tries: Tries): Promise<void> {
    const code = await read(call);
    if (code === 0) tries.answered += 1;
    else if (code === ErrorCode.OVERLOADED || code === ErrorCode.SERVICE_UNAVAILABLE) tries.unavailable += 1;
    else wrong.add(`${call} was refused with code ${code}`);
  }

  async function keepReading(): Promise<void> {
    while (!isStopped) {
      await tryIt('ranking', counts.rankings);
      await tryIt('getUserVoteNum', counts.balances);
      await sleep(pauseMs);
    }
  }

  const reading = keepReading();
  // It is awaited by `stop`; until then a failure must not end the process.
  reading.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await reading;
      return { ...counts, wrong: [...wrong] };
    },
  };
}
