/** The server's time source, which tests replace. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
