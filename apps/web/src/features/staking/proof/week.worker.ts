import { type StakingPeriod, verifyStaking } from '@lightstick/chance';

export type WeekToVerify = { readonly period: StakingPeriod; readonly file: Uint8Array };

/** Recomputes a week off the main thread: of a hundred thousand fans it takes a moment. */
addEventListener('message', ({ data: { period, file } }: MessageEvent<WeekToVerify>) => {
  postMessage(verifyStaking(period, file));
});
