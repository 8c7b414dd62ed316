/** The chain of drand that draws raffles; its operators publish these values. */
export const quicknet = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
} as const;

const genesisMs = 1_692_803_367_000;
const periodMs = 3_000;

/** Returns the first round at or after a time. */
export function roundAt(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - genesisMs) / periodMs) + 1);
}

/** Returns when a round is published. */
export function timeOf(round: number): Date {
  return new Date(genesisMs + (round - 1) * periodMs);
}

const afterCloseMs = 75_000;
const afterFreezeMs = 30_000;

/**
 * Returns the round that draws a raffle: the first at or after 75 seconds past its close, so that everyone knows it in
 * advance. A list that is frozen late is drawn 30 seconds after that, because the round must not be known while the
 * list can change.
 */
export function roundOfRaffle(closesAt: Date, frozenAt: Date): number {
  return roundAt(new Date(Math.max(closesAt.getTime() + afterCloseMs, frozenAt.getTime() + afterFreezeMs)));
}
