import { setTimeout as pause } from 'node:timers/promises';
import type { Plan } from '../scenario.ts';
import type { Usage } from '../server/messages.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { Audience } from './audience.ts';
import type { Voter } from './voter.ts';

/** What one vote after the other came to, from the instant at which it was answered, which follows its commit. */
export type Delays = { readonly firstMs: readonly number[]; readonly lastMs: readonly number[] };

/** What it is to tell an audience of one size. */
export type ListenersRow = {
  readonly listeners: number;
  /** The usage when nothing happens and all garbage is collected. */
  readonly usage: Usage;
  readonly delays: Delays;
  /** Processor time of the server for each event, with a vote an eighth of a second. */
  readonly processorMsOfEvent: number;
  /** How long those votes took, in milliseconds. */
  readonly votesMs: readonly number[];
};

/** Longer than a tick, so that a vote falls anywhere between two. */
const longestPauseMs = 700;
const betweenVotesMs = 125;
/** The share of single votes in the time for one audience; the rest goes into votes by the clock. */
const singleShare = 0.7;

export async function measureAudience(
  { audience, voter, server }: { readonly audience: Audience; readonly voter: Voter; readonly server: ServerProcess },
  listeners: number,
  { seconds, signal, say }: Plan,
): Promise<ListenersRow> {
  say(`Seating ${listeners} …`);
  await audience.fill(listeners);
  const usage = await server.tidyUsage();

  const delays = { firstMs: [] as number[], lastMs: [] as number[] };
  const singleUntilMs = performance.now() + seconds * singleShare * 1000;
  while (performance.now() < singleUntilMs) {
    signal.throwIfAborted();
    await pause(Math.random() * longestPauseMs);
    const { answeredMs } = await voter.vote();
    const heard = await audience.hear(voter.totalVotes());
    // Who hears of it before the voter does has waited for nothing.
    delays.firstMs.push(Math.max(0, heard.firstMs - answeredMs));
    delays.lastMs.push(Math.max(0, heard.lastMs - answeredMs));
  }

  const votesMs: number[] = [];
  const before = { heard: await audience.hear(voter.totalVotes()), usage: await server.usage() };
  const steadyUntilMs = performance.now() + seconds * (1 - singleShare) * 1000;
  while (performance.now() < steadyUntilMs) {
    signal.throwIfAborted();
    const { tookMs } = await voter.vote();
    votesMs.push(tookMs);
    await pause(Math.max(0, betweenVotesMs - tookMs));
  }
  const after = { heard: await audience.hear(voter.totalVotes()), usage: await server.usage() };
  const processorMs = after.usage.processorMs - before.usage.processorMs;
  const processorMsOfEvent = processorMs / Math.max(1, after.heard.events - before.heard.events);
  say(`${listeners} listeners: ${delays.lastMs.length} votes heard, ${processorMsOfEvent.toFixed(1)} ms an event`);
  return { listeners, usage, delays, processorMsOfEvent, votesMs };
}
