export { batchedLookUp } from './batched-look-up.ts';
export { createMicroBatcher, QueueFull } from './micro-batcher.ts';
export type { MicroBatcher } from './micro-batcher.ts';
export type { WriteFailure } from './write-batch.ts';
