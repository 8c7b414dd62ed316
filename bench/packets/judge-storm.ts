import { ErrorCode } from '../../packages/contract/src/index.ts';
import type { StormAnswer } from '../load/storm.ts';

/** How a storm on one packet went. */
export type StormFigures = {
  /** Shares answered a second, from the first call to the last share. */
  readonly sharesPerSecond: number;
  /** Calls answered a second, with a share or without, from the first call to the last answer. */
  readonly callsPerSecond: number;
  /** The time from the first call to the last share, and to the last answer, in milliseconds. */
  readonly goneMs: number;
  readonly allMs: number;
  /** The times from a call to its share, in milliseconds. */
  readonly durationsMs: readonly number[];
};

export function figuresOf(answers: readonly StormAnswer[]): StormFigures {
  const won = answers.filter(({ code }) => code === 0);
  const goneMs = won.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  const allMs = answers.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  return {
    sharesPerSecond: (won.length / goneMs) * 1000,
    callsPerSecond: (answers.length / allMs) * 1000,
    goneMs,
    allMs,
    durationsMs: won.map(({ durationMs }) => durationMs),
  };
}

type Share = { readonly place: number; readonly amount: number };

/**
 * Says what is wrong with a storm: all shares are given, each once and with the packet's sum, and all others learn that
 * they are gone.
 */
export function judgeStorm(
  answers: readonly StormAnswer[],
  { shares, total }: { readonly shares: number; readonly total: number },
): string[] {
  const won = answers.filter(({ code }) => code === 0).map(({ body }) => (JSON.parse(body) as { data: Share }).data);
  const places = new Set(won.map(({ place }) => place));
  const sum = won.reduce((all, { amount }) => all + amount, 0);
  const strange = answers.filter(({ code }) => code !== 0 && code !== ErrorCode.PACKET_SOLD_OUT);
  return [
    ...(won.length === shares ? [] : [`${won.length} fans were told of a share, and there are ${shares}`]),
    ...(places.size === won.length ? [] : [`${won.length - places.size} shares were told twice`]),
    ...(sum === total ? [] : [`the shares told make ${sum}, and the packet had ${total}`]),
    ...(strange.length === 0 ? [] : [`${strange.length} fans got another refusal, such as ${strange[0]?.code}`]),
  ];
}

/** Says what is wrong with the second answers of the same fans in the same order: they are the first ones. */
export function judgeRepeats(first: readonly StormAnswer[], second: readonly StormAnswer[]): string[] {
  const differing = first.filter(({ body }, place) => body !== second[place]?.body);
  return differing.length === 0 ? [] : [`${differing.length} fans got another answer the second time`];
}
