import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Command, CommanderError } from '@commander-js/extra-typings';
import packageJson from '../../../../package.json' with { type: 'json' };
import { settingsFileOf } from './settings-file.ts';
import { answerInJson, fail } from './terminal.ts';

/** Adds the arguments and the action of a command; its summary is in the table below. */
type Define = (command: Command) => unknown;

/** The modules of a command are loaded when it is the one that runs, so that `--help` answers at once. */
const commands: readonly { name: string; summary: string; load: () => Promise<Define> }[] = [
  { name: 'start', summary: 'Starts the server.', load: async () => (await import('./start.ts')).defineStart },
  {
    name: 'health',
    summary: 'Asks the server of this machine whether it is ready.',
    load: async () => (await import('./health.ts')).defineHealth,
  },
  {
    name: 'content',
    summary: 'Checks a content pack, makes it the content of the platform, or returns it.',
    load: async () => (await import('./content.ts')).defineContent,
  },
  {
    name: 'operator',
    summary: 'Adds, lists and revokes operators and their tokens.',
    load: async () => (await import('./operator.ts')).defineOperator,
  },
  {
    name: 'election',
    summary: 'Moves the end of an election.',
    load: async () => (await import('./election.ts')).defineElection,
  },
  {
    name: 'ledger',
    summary: 'Checks the ledger against its rules.',
    load: async () => (await import('./ledger.ts')).defineLedger,
  },
  {
    name: 'backup',
    summary: 'Backs up the platform while it runs, or tries out the newest backup.',
    load: async () => (await import('./backup.ts')).defineBackup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup, to its end or to a moment, and holds the platform.',
    load: async () => (await import('./restore.ts')).defineRestore,
  },
  {
    name: 'reopen',
    summary: 'Opens a held platform.',
    load: async () => (await import('./hold.ts')).defineReopen,
  },
  {
    name: 'hold',
    summary: 'Holds a platform that was restored by hand.',
    load: async () => (await import('./hold.ts')).defineHold,
  },
  {
    name: 'database',
    summary: 'Moves everything to another PostgreSQL, of any version from 15 on.',
    load: async () => (await import('./database.ts')).defineDatabase,
  },
  {
    name: 'upgrade',
    summary: 'Says what a new release changes in the database, and changes it with a backup before.',
    load: async () => (await import('./upgrade.ts')).defineUpgrade,
  },
  {
    name: 'doctor',
    summary: 'Looks for everything that is wrong with this installation, and changes nothing.',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  {
    name: 'live',
    summary: 'Imports recordings for live rooms.',
    load: async () => (await import('./live.ts')).defineLive,
  },
  {
    name: 'webhook',
    summary: 'Tells other programs of what happens.',
    load: async () => (await import('./webhook.ts')).defineWebhook,
  },
  {
    name: 'analytics',
    summary: 'Shows what the web app measured, by day.',
    load: async () => (await import('./analytics.ts')).defineAnalytics,
  },
];

const failed = 1;
const wrongUsage = 2;

/** Runs the command that the words name. Sets the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
async function run(words: readonly string[]): Promise<void> {
  const program = new Command('lightstick')
    .description('Runs Lightstick, and everything that its operators do beside the console.')
    .version(packageJson.version)
    .option('--json', 'print the answer as JSON on standard output')
    .option('--settings <file>', 'read the settings of this file; .env of the project is read without it')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError()
    .exitOverride()
    .addHelpText('after', '\nExit codes: 0 done; 1 refused or failed; 2 wrong usage. A command tells of others.');
  program.hook('preAction', () => {
    const { json, settings } = program.opts();
    if (json) answerInJson();
    loadSettings(settings);
  });
  const asked = commands.find(({ name }) => words.includes(name) && name === words.find(isCommand));
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(summary);
    if (name === asked?.name) (await load())(command);
  }
  await program.parseAsync(words, { from: 'user' });
}

function isCommand(word: string): boolean {
  return commands.some(({ name }) => name === word);
}

/**
 * Adds the settings of the file to those of the environment, where an empty one counts as not given.
 * @throws when a file that was asked for cannot be read
 */
function loadSettings(asked: string | undefined): void {
  const file = settingsFileOf(asked);
  if (file === undefined) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    process.env[name] ||= value;
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
  else {
    fail(error instanceof Error && 'syscall' in error ? error.message : error);
    process.exitCode = failed;
  }
}
