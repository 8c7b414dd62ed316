import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import { compareSchema } from '#/db/compare-schema.ts';
import { machineClock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';

/** What a check finds. It is `off` where the settings have no use for it, and `unknown` where it could not look. */
export type State = 'ok' | 'wrong' | 'unknown' | 'off';

/** The groups of checks, in the order in which they are shown. */
export const groups = [
  'settings',
  'database',
  'ledger',
  'machine',
  'address',
  'services',
  'backups',
  'content',
] as const;
type Group = (typeof groups)[number];

/** Texts for operators; `{name}` is a value that the check found. A catalogue of another language has the same keys. */
type Outcome = { readonly state: State; readonly found: string; readonly advice?: string };

/** The key of an outcome, with the values of its texts. */
type Verdict<Key extends string> = { readonly outcome: Key; readonly [value: string]: string | number };

type Facts<Key extends string> = {
  readonly id: string;
  readonly group: Group;
  readonly what: string;
  readonly why: string;
  readonly outcomes: Readonly<Record<Key, Outcome>>;
  /** The longest time of the check. */
  readonly limitMs?: number;
};

/** One thing that must be in order. It changes nothing, and depends on no other check. */
export type Check = Facts<string> & { readonly run: (ground: Ground) => Promise<Verdict<string>> };

/** What checks look at. */
export type Ground = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly settingsFile: SettingsFile | undefined;
  /** Absent while they have problems. */
  readonly settings: Settings | undefined;
  readonly problems: readonly string[];
  /**
   * Connects as the owner, for reads alone.
   * @throws the failure of the connection, and CannotKnow while the embedded database is not running
   */
  readonly database: () => Promise<Pool>;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether the ledger's invariants are checked, which may take minutes. */
  readonly checksLedger: boolean;
  /** Who gets a mail. */
  readonly mailTo: string | undefined;
};

/** The file that the settings are read from. */
export type SettingsFile = { readonly path: string; readonly names: readonly string[]; readonly isOpenToAll: boolean };

/** One line of the doctor's table. */
export type Line = {
  readonly group: Group;
  readonly id: string;
  readonly what: string;
  readonly state: State;
  readonly found: string;
  readonly why: string;
  readonly advice: string | undefined;
};

/** The check cannot look, for a reason that another line may tell more about. */
export class CannotKnow extends Error {
  override readonly name = 'CannotKnow';
}

/** There is nothing to look at yet. */
class NothingYet extends Error {
  override readonly name = 'NothingYet';
}

type Run<Key extends string, Given> = (ground: Ground & Given) => Promise<Verdict<Key>>;
type GivenSettings = { readonly settings: Settings };
type GivenDatabase = GivenSettings & { readonly pool: Pool };

export function check<Key extends string>(facts: Facts<Key>, run: Run<Key, unknown>): Check {
  return { ...facts, run };
}

/** Makes a check that needs settings without problems. */
export function checkBySettings<Key extends string>(facts: Facts<Key>, run: Run<Key, GivenSettings>): Check {
  return check(facts, (ground) => {
    const { settings } = ground;
    if (!settings) throw new CannotKnow('The settings have problems.');
    return run({ ...ground, settings });
  });
}

/** Makes a check that asks the database. */
export function checkInDatabase<Key extends string>(facts: Facts<Key>, run: Run<Key, GivenDatabase>): Check {
  return checkBySettings(facts, async (ground) => {
    const pool = await ground.database().catch(() => {
      throw new CannotKnow('The database cannot be asked.');
    });
    return run({ ...ground, pool });
  });
}

/** Makes a check that asks the product's tables. */
export function checkInSchema<Key extends string>(facts: Facts<Key>, run: Run<Key, GivenDatabase>): Check {
  return checkInDatabase(facts, async (ground) => {
    if (!(await compareSchema(ground.pool))) throw new NothingYet('The database is empty.');
    return run(ground);
  });
}

const usualLimitMs = 15_000;

/** Runs checks at once. None stops the others, and each has its time. */
export function examine(checks: readonly Check[], ground: Ground): Promise<Line[]> {
  return Promise.all(checks.map((one) => lineOf(one, ground)));
}

async function lineOf({ run, outcomes, limitMs = usualLimitMs, ...facts }: Check, ground: Ground): Promise<Line> {
  const { id, group, what, why } = facts;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = machineClock.after(limitMs, () =>
    reject(new CannotKnow(`There was no answer within ${limitMs / 1000} seconds.`)),
  );
  try {
    const { outcome, ...values } = await Promise.race([Promise.resolve(ground).then(run), late]);
    const { state, found, advice } = outcomes[outcome] ?? { state: 'unknown', found: outcome, advice: undefined };
    return { group, id, what, state, found: fill(found, values), why, advice: advice && fill(advice, values) };
  } catch (error) {
    const isTold = error instanceof CannotKnow || error instanceof NothingYet;
    const found = isTold ? error.message : `It could not be checked: ${reasonOf(error)}.`;
    const state = error instanceof NothingYet ? 'off' : 'unknown';
    return { group, id, what, state, found, why, advice: undefined };
  } finally {
    timer.cancel();
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** Says why something failed: the system's code, else the words. Addresses stay out, because they may hold a key. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  const words = cause.message.replaceAll(/[a-z]{2,12}:\/\/\S+/gi, '…').replace(/\.$/, '');
  if (words === '' || cause.name === 'AggregateError') return code ?? cause.name;
  return code === undefined || words.includes(code) ? words : `${words} (${code})`;
}

/** Writes a number with its noun, in the plural unless there is one. */
export function counted(number: number | string, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Writes a list of some names for people, and how many there are beside them. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
