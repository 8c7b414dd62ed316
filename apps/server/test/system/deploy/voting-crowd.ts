import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SimulatedFan } from '../../../../../bench/world/given-fans.ts';

type VoteAnswer = { readonly status: number; readonly text: string };

type VotingCrowd = {
  /** The id of each answered vote by its key. */
  readonly answered: ReadonlyMap<string, string>;
  /** The status and the beginning of each answer that left a vote unknown. */
  readonly troubles: readonly string[];
  /** Sends unanswered votes no more, because the test has failed. */
  giveUp(): void;
  /** Ends once every vote has its answer. */
  stop(): Promise<void>;
};

/** Lets each fan vote without a pause. A vote without an answer is sent again with its key. */
export function startVoting(
  fans: readonly SimulatedFan[],
  vote: (fan: SimulatedFan, key: string) => Promise<VoteAnswer>,
): VotingCrowd {
  let isOver = false;
  let hasFailed = false;
  const answered = new Map<string, string>();
  const troubles: string[] = [];

  async function castAll(fan: SimulatedFan) {
    while (!isOver) {
      const key = randomUUID();
      for (let isKnown = false; !isKnown && !hasFailed;) {
        const { status, text } = await vote(fan, key).catch((error: Error) => ({ status: 0, text: error.message }));
        isKnown = status === 200;
        if (isKnown) answered.set(key, (JSON.parse(text) as { data: { voteId: string } }).data.voteId);
        else {
          troubles.push(`${status} ${text.slice(0, 100)}`);
          await pause(50);
        }
      }
    }
  }

  const casting = Promise.all(fans.map(castAll));
  return {
    answered,
    troubles,
    giveUp() {
      hasFailed = true;
    },
    async stop() {
      isOver = true;
      await casting;
    },
  };
}
