import type { Command } from '@commander-js/extra-typings';
import { createEraseAgain } from '#/app.ts';
import { systemClock } from '#/lib/clock.ts';
import { refuseRunningServers } from '#/db/portable/target.ts';
import { eraseListed, holdPlatform, readHold, reopenPlatform } from '#/modules/backups/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

export function defineReopen(command: Command): void {
  const about = '\nIt first erases again the fans of erased-fans.jsonl. Running servers follow within seconds.';
  command.addHelpText('after', about).action(() =>
    runOnDatabase(async ({ pools }, settings) => {
      if (!(await readHold(pools.ownerPool))) {
        return answer({ wasHeld: false }, 'The platform is not held; nothing to do.');
      }
      // A copy at the schema of an earlier release, or by pg_restore, still has them.
      const { erased } = await eraseListed(pools, { settings, eraseAgain: createEraseAgain(settings) });
      const ended = await reopenPlatform(pools.ownerPool, systemClock.now());
      if (!ended) return answer({ wasHeld: false }, 'The platform is not held; nothing to do.');
      answer({ wasHeld: true, erased, ...ended }, [
        `The platform is open. It was held since ${ended.heldAt.toISOString()}.`,
        ...(erased > 0 ? [`Erased again: ${erased} fans who left after the backup.`] : []),
      ]);
    }),
  );
}

export function defineHold(command: Command): void {
  command
    .requiredOption('--why <text>', 'the reason, 2 to 500 characters, which operators read')
    .addHelpText(
      'after',
      '\nFor a database that you restored by hand. Refused while a server runs on it: stop it first.',
    )
    .action(({ why }) =>
      runOnDatabase(async ({ pools }) => {
        // A server looks at the hold when it starts, so one that runs would go on, and each of its transfers would fail.
        await refuseRunningServers(pools.ownerPool);
        const held = await holdPlatform(pools.ownerPool, { heldAt: systemClock.now(), reason: why });
        if (!held) return fail('The platform is held already.');
        answer(
          { isHeld: true },
          'The platform is held: servers that start now serve reads alone, until `lightstick reopen`.',
        );
      }),
    );
}

/** Tells what a restored platform does when its server starts. */
export function aboutHold(isHeld: boolean): string {
  return isHeld
    ? 'The platform is held. Start the server, look at it, and open it with: lightstick reopen'
    : 'The platform is not held, which its release cannot be: a server that starts sends mails and settles rounds.';
}
