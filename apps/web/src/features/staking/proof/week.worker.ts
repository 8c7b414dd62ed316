import { type StakingPeriod, verifyStaking } from '@lightstick/chance';
import { answerFromWorker } from '#/lib/run-in-worker.ts';

export type WeekToVerify = { readonly period: StakingPeriod; readonly file: Uint8Array };

/** Recomputes a week off the main thread: of a hundred thousand fans it takes a moment. */
answerFromWorker(({ period, file }: WeekToVerify) => verifyStaking(period, file));
