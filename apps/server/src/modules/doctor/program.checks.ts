import { type Check, checkInSchema, listed } from './check.ts';
import { listEndingTokens, readWebhookTroubles } from './doctor.view.ts';

const dayMs = 24 * 60 * 60_000;
const fewestDays = 14;

const tokens = checkInSchema(
  {
    id: 'operator-tokens',
    group: 'services',
    what: 'Tokens of operators',
    why: 'A bot or console whose token has ended does nothing any more, at night too.',
    outcomes: {
      last: { state: 'ok', found: `None ends within ${fewestDays} days.` },
      end: {
        state: 'wrong',
        found: 'Ended: {ended}. Ends within {days} days: {soon}.',
        advice: 'Add another by lightstick operator token NAME, change who uses it, then revoke the former.',
      },
    },
  },
  async ({ pool, now }) => {
    const at = now();
    const found = await listEndingTokens(pool, { at, until: new Date(at.getTime() + fewestDays * dayMs) });
    if (found.length === 0) return { outcome: 'last' };
    const namesOf = (isOver: boolean) =>
      listed(found.filter((token) => token.isOver === isOver).map(({ name }) => name)) || 'none';
    return { outcome: 'end', ended: namesOf(true), soon: namesOf(false), days: fewestDays };
  },
);

/** After the pauses of the first tries a delivery has failed five times. */
const longestHours = 1;

const webhooks = checkInSchema(
  {
    id: 'webhooks',
    group: 'services',
    what: 'Webhooks',
    why: 'Another program does not hear of results, orders and alerts, and does not know it.',
    outcomes: {
      off: { state: 'off', found: 'There is no webhook.' },
      delivered: { state: 'ok', found: 'All {count} receive what they are sent.' },
      away: {
        state: 'wrong',
        found: 'Switched off after failures: {names}.',
        advice: 'Mend the receiver, then lightstick webhook enable ID, and send again what it missed.',
      },
      waits: {
        state: 'wrong',
        found: '{waiting} deliveries have waited for more than an hour, to {names}.',
        advice: 'lightstick webhook deliveries ID says how each try failed. Without a try, the workers do not run.',
      },
    },
  },
  async ({ pool, now }) => {
    const webhooksFound = await readWebhookTroubles(pool, new Date(now().getTime() - longestHours * 60 * 60_000));
    if (webhooksFound.length === 0) return { outcome: 'off' };
    const isOff = webhooksFound.filter(({ isSwitchedOff }) => isSwitchedOff);
    if (isOff.length > 0) return { outcome: 'away', names: listed(isOff.map(({ name }) => name)) };
    const late = webhooksFound.filter(({ waiting }) => waiting > 0);
    if (late.length === 0) return { outcome: 'delivered', count: webhooksFound.length };
    const waiting = late.reduce((sum, one) => sum + one.waiting, 0);
    return { outcome: 'waits', waiting, names: listed(late.map(({ name }) => name)) };
  },
);

export const programChecks: readonly Check[] = [tokens, webhooks];
