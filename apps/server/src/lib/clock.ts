/** Where the server gets its time from, so that a test can be at the closing second of an election. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
