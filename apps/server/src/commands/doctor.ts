import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { allChecks, examine, groups, type Line, openGround, type State } from '#/modules/doctor/index.ts';
import { projectRoot, settingsFileOf } from './settings-file.ts';
import { answer } from './terminal.ts';

const groupTitles: Readonly<Record<Line['group'], string>> = {
  settings: 'Settings',
  database: 'PostgreSQL',
  ledger: 'Ledger',
  machine: 'Machine',
  address: 'Public address',
  services: 'Services',
  backups: 'Backups',
  content: 'Content',
};

const somethingWrong = 1;
const somethingUnknown = 2;

export function defineDoctor(command: Command): void {
  command
    .option('--mail <address>', 'also send a mail to this address', parseAddress)
    .option('--ledger', 'also check every rule of the ledger, for ten minutes at most')
    .addHelpText(
      'after',
      '\nExit codes: 0 all is in order; 1 something is wrong; 2 something is unknown, and nothing is wrong.',
    )
    .action(({ mail, ledger }, self) => {
      const { settings } = self.optsWithGlobals() as { readonly settings?: string };
      return report({ mailTo: mail, checksLedger: ledger === true }, settingsFileOf(settings));
    });
}

function parseAddress(word: string): string {
  if (/^[^<>\s@]+@[^<>\s@]+$/.test(word)) return word;
  throw new InvalidArgumentError('It is an address like you@example.com.');
}

type Wishes = { readonly mailTo: string | undefined; readonly checksLedger: boolean };

async function report(wishes: Wishes, settingsFile: string | undefined): Promise<void> {
  await using ground = await openGround({
    environment: process.env,
    root: projectRoot,
    settingsFile,
    ...wishes,
  });
  const lines = await examine(allChecks, ground);
  const state = worstOf(lines);
  answer({ state, checks: lines }, tableOf(lines, state));
  if (state !== 'ok') process.exitCode = state === 'wrong' ? somethingWrong : somethingUnknown;
}

function worstOf(lines: readonly Line[]): 'ok' | 'wrong' | 'unknown' {
  const isAny = (state: State) => lines.some((line) => line.state === state);
  if (isAny('wrong')) return 'wrong';
  return isAny('unknown') ? 'unknown' : 'ok';
}

const stateWidth = 11;

/** Writes a line for each check, by groups, and where something is to be done why it matters and what to do. */
function tableOf(lines: readonly Line[], state: State): string[] {
  const width = Math.max(...lines.map(({ what }) => what.length)) + 2;
  const indent = ' '.repeat(stateWidth + width);
  const table = groups.flatMap((group) => [
    groupTitles[group],
    ...lines
      .filter((line) => line.group === group)
      .flatMap(({ state: found, what, ...line }) => [
        `  ${found.padEnd(stateWidth - 2)}${what.padEnd(width)}${line.found}`,
        ...(line.advice === undefined ? [] : [`${indent}Why: ${line.why}`, `${indent}Do: ${line.advice}`]),
      ]),
    '',
  ]);
  const count = (one: State) => lines.filter((line) => line.state === one).length;
  const counts = `${count('ok')} in order, ${count('wrong')} wrong, ${count('unknown')} unknown, ${count('off')} off.`;
  return [...table, state === 'ok' ? `All is in order: ${counts}` : counts];
}
