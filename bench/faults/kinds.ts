import { openCloseStage } from './stages/close-stage.ts';
import { openCutStage } from './stages/cut-stage.ts';
import { openDiskStage } from './stages/disk-stage.ts';
import { openMachineStage } from './stages/machine-stage.ts';
import { openMidnightStage } from './stages/midnight-stage.ts';
import { openReplicaStage } from './stages/replica-stage.ts';
import type { OpenStage } from './stages/stage.ts';
import { openWorkerStage } from './stages/worker-stage.ts';

/** Every kind of round, by the name under which it is asked for, with the stage on which it is played. */
export const kinds = {
  kill: openMachineStage,
  cut: openCutStage,
  disk: openDiskStage,
  replicas: openReplicaStage,
  workers: openWorkerStage,
  midnight: openMidnightStage,
  close: openCloseStage,
} as const satisfies Record<string, OpenStage>;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as Kind[];

/** What happens in the rounds of each kind, for people. */
export const descriptions: Readonly<Record<Kind, string>> = {
  kill: 'kills the database, the server, and both at once',
  cut: 'breaks the lines to the database and to the fans after any number of bytes',
  disk: 'fills the disk of the database, and empties it again',
  replicas: 'kills two servers over one database in turn',
  workers: 'kills the two workers of one server in turn',
  midnight: 'puts the clocks of two servers forth and back around the midnight of daily caps',
  close: 'puts the clocks of two servers forth and back around closes',
};
