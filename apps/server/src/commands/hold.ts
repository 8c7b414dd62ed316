import type { Command } from '@commander-js/extra-typings';
import { systemClock } from '#/lib/clock.ts';
import { holdPlatform, reopenPlatform } from '#/modules/backups/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

export function defineReopen(command: Command): void {
  command.addHelpText('after', '\nRunning servers follow within seconds.').action(() =>
    runOnDatabase(async ({ pools }) => {
      const ended = await reopenPlatform(pools.ownerPool, systemClock.now());
      if (!ended) return answer({ wasHeld: false }, 'The platform is not held; nothing to do.');
      answer({ wasHeld: true, ...ended }, `The platform is open. It was held since ${ended.heldAt.toISOString()}.`);
    }),
  );
}

export function defineHold(command: Command): void {
  command
    .requiredOption('--why <text>', 'the reason, 2 to 500 characters, which operators read')
    .addHelpText('after', '\nFor a database that you restored by hand: hold it before its servers start.')
    .action(({ why }) =>
      runOnDatabase(async ({ pools }) => {
        const held = await holdPlatform(pools.ownerPool, { heldAt: systemClock.now(), reason: why });
        if (!held) return fail('The platform is held already.');
        answer(
          { isHeld: true },
          'The platform is held: servers that start now serve reads alone, until `lightstick reopen`.',
        );
      }),
    );
}
