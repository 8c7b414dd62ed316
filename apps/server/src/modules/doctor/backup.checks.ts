import { type Check, checkInDatabase, counted } from './check.ts';
import { type BackupRun, readBackupRuns } from './doctor.view.ts';

const hourMs = 60 * 60_000;

/** What is nightly may be late by some hours; what is weekly by a day. */
const mostHours = { backup: 30, drill: 8 * 24 } as const;

const runTexts = {
  young: { state: 'ok', found: 'The last one succeeded {age} ago.' },
  old: {
    state: 'wrong',
    found: 'The last one that succeeded is {age} old.',
    advice: 'Run {command}, and see why its timer did not.',
  },
  failed: { state: 'wrong', found: 'The last one failed: {failure}', advice: 'Mend that, then run {command}.' },
  never: { state: 'wrong', found: 'None has succeeded yet.', advice: 'Run {command}, and enable its timer.' },
  elsewhere: {
    state: 'unknown',
    found: 'None is recorded here.',
    advice: 'See in your own backup program when it last succeeded.',
  },
} as const;

function judgeRun(runs: readonly BackupRun[] | undefined, kind: BackupRun['kind'], now: Date) {
  if (!runs) return { outcome: 'elsewhere' } as const;
  const command = kind === 'backup' ? 'lightstick backup' : 'lightstick backup --drill';
  const { succeededAt = null, failure = null } = runs.find((run) => run.kind === kind) ?? {};
  if (failure !== null) return { outcome: 'failed', failure, command } as const;
  if (succeededAt === null) return { outcome: 'never', command } as const;
  const hours = Math.round((now.getTime() - succeededAt.getTime()) / hourMs);
  const age = hours === 0 ? 'less than an hour' : counted(hours, 'hour');
  return { outcome: hours > mostHours[kind] ? 'old' : 'young', age, command } as const;
}

const backup = checkInDatabase(
  {
    id: 'backup',
    group: 'backups',
    what: 'Last backup',
    why: 'What a fan was promised since the last backup is lost with the disk.',
    outcomes: runTexts,
  },
  async ({ pool, now }) => judgeRun(await readBackupRuns(pool), 'backup', now()),
);

const drill = checkInDatabase(
  {
    id: 'backup-drill',
    group: 'backups',
    what: 'Last restore drill',
    why: 'A backup that was never restored may be none.',
    outcomes: runTexts,
  },
  async ({ pool, now }) => judgeRun(await readBackupRuns(pool), 'drill', now()),
);

export const backupChecks: readonly Check[] = [backup, drill];
