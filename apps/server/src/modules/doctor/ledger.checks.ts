import { openPool } from '#/db/pool.ts';
import { checkInvariants } from '#/modules/points/index.ts';
import { type Check, checkInSchema, listed } from './check.ts';

const limitMs = 10 * 60_000;

const invariants = checkInSchema(
  {
    id: 'ledger-invariants',
    group: 'ledger',
    what: 'Rules of the ledger',
    why: 'Every balance must follow from its history, and every tally from its votes.',
    outcomes: {
      hold: { state: 'ok', found: 'All {count} rules hold.' },
      broken: {
        state: 'wrong',
        found: 'Broken: {names}.',
        advice:
          'Stop paying out and investigate: no operator action repairs it. lightstick ledger check shows the rows.',
      },
      unasked: {
        state: 'off',
        found: 'Not checked: it reads every vote. Ask for it by --ledger, best on a restored backup.',
      },
    },
    limitMs,
  },
  async ({ pool, checksLedger }) => {
    if (!checksLedger) return { outcome: 'unasked' };
    // The usual connections end a statement after seconds.
    const patient = openPool({ ...pool.options, max: 1, statement_timeout: limitMs, query_timeout: limitMs });
    try {
      const { checked, violations } = await checkInvariants(patient);
      return violations.length > 0
        ? { outcome: 'broken', names: listed(violations.map(({ invariant }) => invariant)) }
        : { outcome: 'hold', count: checked.length };
    } finally {
      await patient.end();
    }
  },
);

export const ledgerChecks: readonly Check[] = [invariants];
