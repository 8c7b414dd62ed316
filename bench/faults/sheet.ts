import type { Outcome, Vote, VoteAnswer } from './send-vote.ts';

/** A vote with everything its fan saw until the outcome was known. */
export type Told = {
  readonly vote: Vote;
  readonly answer: VoteAnswer | undefined;
  readonly refusal: string | undefined;
  /** The answer to a resend that tells of a vote written by an earlier sending. */
  readonly isReplay: boolean;
  /** Where it was sent for the last time, and between which moments of this machine, in Unix milliseconds. */
  readonly address: string;
  readonly sentMs: number;
  readonly toldMs: number;
};

type UnknownReason = Extract<Outcome, { kind: 'unknown' }>['reason'];

/** What all fans together were told. */
export type Sheet = {
  readonly told: Told[];
  readonly unknown: Record<UnknownReason, number>;
  unreached: number;
  resends: number;
  /** Answers that no fault may lead to, such as an internal error. */
  readonly wrong: string[];
};

export function emptySheet(): Sheet {
  return {
    told: [],
    unknown: { 'connection lost': 0, 'no answer in time': 0, 'server unavailable': 0 },
    unreached: 0,
    resends: 0,
    wrong: [],
  };
}
