import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { openAvatarFiles } from './avatar-files.ts';
import { shownAmong } from './profile.store.ts';

/** Longer than an upload can take between writing its file and naming it in the fan's row. */
const graceMs = 60 * 60_000;
const atOnce = 500;

/** Deletes pictures that no fan shows: of uploads that broke off, of fans who were erased. */
export function sweepAvatarsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const files = openAvatarFiles(settings.dataDir);

  async function removeUnshown(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const shown = await shownAmong(db, names);
    for (const name of names) if (!shown.has(name)) await files.remove(name);
  }

  return {
    name: 'sweep-avatars',
    schedule: '25 * * * *',
    async run() {
      let names: string[] = [];
      for await (const name of files.olderThan(new Date(clock.now().getTime() - graceMs))) {
        names.push(name);
        if (names.length < atOnce) continue;
        await removeUnshown(names);
        names = [];
      }
      await removeUnshown(names);
    },
  };
}
