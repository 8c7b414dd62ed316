import { localStore } from '../key-value-store.ts';
import { randomUuid } from '../random-uuid.ts';
import { intentStore } from './intent-store.ts';

/** This browser's unsettled intents. */
export const intents = intentStore(localStore, Date.now, randomUuid);
