import type { Command } from '@commander-js/extra-typings';

/** Runs the server in this process. Its workers are processes of `main.ts`, which reads the same words. */
export function defineStart(command: Command): void {
  command
    .option('--workers <number>', 'how many processes serve the port')
    .option('--host', 'listen on every address of the machine, and show the one for a phone')
    .action(async ({ workers, host }) => {
      const { settings }: { settings?: string } = command.optsWithGlobals();
      const words = [
        ...(settings === undefined ? [] : ['--settings', settings]),
        ...(workers === undefined ? [] : ['--workers', workers]),
        ...(host ? ['--host'] : []),
      ];
      process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
      await import('#/main.ts');
    });
}
