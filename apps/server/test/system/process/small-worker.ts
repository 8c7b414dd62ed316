import { setTimeout as pause } from 'node:timers/promises';
import { joinCluster } from '#/cluster/worker.ts';

/** A worker that serves nothing and is started in no time, but for what every program has to load first. */
const loadingMs = 100;

await pause(loadingMs);
const place = joinCluster();
place.onStop(() => process.exit(0));
place.ready(1);
