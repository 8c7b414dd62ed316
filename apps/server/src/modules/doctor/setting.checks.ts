import { variables } from '#/config/variables.ts';
import type { Variable } from '#/config/variable-schemas.ts';
import { type Check, check, checkBySettings, type Ground, listed } from './check.ts';

const known: Readonly<Record<string, Variable>> = variables;

/** Names that a file of settings may have for programs beside the server. */
const ofOtherPrograms = /^(?:VITE_|NODE_|UV_|LC_|PG|POSTGRES_|COMPOSE_|GF_|TZ$|LANG$|DEBUG$)/;

const shortestMistyped = 6;

/** Returns the setting that a name was meant to be: it has another prefix, or differs by at most two letters. */
export function settingMeantBy(name: string): string | undefined {
  if (name.length < shortestMistyped) return undefined;
  const withPrefix = Object.keys(known).find((one) => one.length >= shortestMistyped && name.endsWith(`_${one}`));
  if (withPrefix !== undefined) return withPrefix;
  const near = Object.keys(known).map((one) => ({ one, apart: lettersBetween(name, one) }));
  return near.toSorted((a, b) => a.apart - b.apart).find(({ apart }) => apart <= 2)?.one;
}

/** Counts the letters to add, take away or replace between two words (Levenshtein's distance). */
function lettersBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [place, other] of to.split('').entries()) {
      const replaced = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const isKnown = (name: string) => Object.hasOwn(known, name);

function describeUnknown(name: string): string {
  const meant = settingMeantBy(name);
  return meant === undefined ? name : `${name} (${meant}?)`;
}

const names = check(
  {
    id: 'setting-names',
    group: 'settings',
    what: 'Names of settings',
    why: 'A setting with a wrong name is not read, and the server starts with its default.',
    outcomes: {
      known: { state: 'ok', found: 'Every name is known.' },
      unknown: {
        state: 'wrong',
        found: 'Not known: {names}.',
        advice: 'Correct the name, or remove the line. .env.example lists every setting.',
      },
    },
  },
  async ({ environment, settingsFile }) => {
    const inFile = (settingsFile?.names ?? []).filter((name) => !isKnown(name) && !ofOtherPrograms.test(name));
    const mistyped = Object.keys(environment).filter(
      (name) => !isKnown(name) && !ofOtherPrograms.test(name) && settingMeantBy(name) !== undefined,
    );
    const unknown = [...new Set([...inFile, ...mistyped])].toSorted();
    return unknown.length > 0
      ? { outcome: 'unknown', names: listed(unknown.map(describeUnknown)) }
      : { outcome: 'known' };
  },
);

const values = check(
  {
    id: 'setting-values',
    group: 'settings',
    what: 'Values of settings',
    why: 'The server does not start with invalid or contradictory settings.',
    outcomes: {
      valid: { state: 'ok', found: 'They are valid, and fit each other.' },
      invalid: {
        state: 'wrong',
        found: '{problems}',
        advice: 'Change what is named. .env.example describes each setting.',
      },
    },
  },
  async ({ problems }) =>
    problems.length > 0 ? { outcome: 'invalid', problems: problems.join(' ') } : { outcome: 'valid' },
);

const fewestLetters = 10;

/** Returns whether a secret is no random text: few different letters, or one piece again and again. */
function isGuessable(secret: string): boolean {
  // A text of repeated pieces is found in its double before the second half.
  const isRepeated = `${secret}${secret}`.indexOf(secret, 1) < secret.length;
  return new Set(secret).size < fewestLetters || isRepeated;
}

const givenSecrets = ['SERVER_SECRET', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY', 'FORM_CALLBACK_SECRET'] as const;

function secretFaults(environment: Ground['environment']): string[] {
  const given = givenSecrets.flatMap((name) => (environment[name] ? [{ name, secret: environment[name] }] : []));
  const guessable = given.filter(({ name, secret }) => name !== 'S3_SECRET_ACCESS_KEY' && isGuessable(secret));
  const twice = given.filter(({ name, secret }) =>
    given.some((other) => other.name !== name && other.secret === secret),
  );
  const withExamples = (['DATABASE_URL', 'DATABASE_APP_URL', 'SMTP_URL'] as const).filter((name) =>
    /^\w+:\/\/[^@/]*:(?:password|lightstick|postgres|changeme|secret|123456)@/i.test(environment[name] ?? ''),
  );
  return [
    ...guessable.map(({ name }) => `${name} is not random`),
    ...(twice.length > 0 ? [`${twice.map(({ name }) => name).join(' and ')} are the same`] : []),
    ...withExamples.map((name) => `the password in ${name} is one that everybody tries first`),
  ];
}

const secrets = checkBySettings(
  {
    id: 'secrets',
    group: 'settings',
    what: 'Secrets',
    why: 'A guessed SERVER_SECRET lets an attacker sign in as any fan.',
    outcomes: {
      strong: { state: 'ok', found: 'They look random, and only their owner reads them.' },
      development: {
        state: 'off',
        found: 'NODE_ENV is not production: without SERVER_SECRET the server uses one that is public.',
        advice: 'Set NODE_ENV=production and SERVER_SECRET before fans come.',
      },
      weak: {
        state: 'wrong',
        found: 'Easy to guess: {faults}.',
        advice:
          'Replace each by the output of: openssl rand -base64 32. A new SERVER_SECRET signs all fans out and ' +
          'makes sealed keys unreadable.',
      },
      open: {
        state: 'wrong',
        found: 'Every user of this machine can read {path}.',
        advice: 'Run: chmod 600 {path}',
      },
    },
  },
  async ({ environment, settings, settingsFile }) => {
    const faults = secretFaults(environment);
    if (faults.length > 0) return { outcome: 'weak', faults: faults.join('; ') };
    if (!settings.production) return { outcome: 'development' };
    return settingsFile?.isOpenToAll ? { outcome: 'open', path: settingsFile.path } : { outcome: 'strong' };
  },
);

export const settingChecks: readonly Check[] = [names, values, secrets];
