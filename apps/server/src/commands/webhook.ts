import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { webhookEvents } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { errorText, Refusal } from '#/errors.ts';
import { systemClock } from '#/lib/clock.ts';
import {
  addEndpoint,
  enableEndpoint,
  readDeliveries,
  readEndpoints,
  removeEndpoint,
  resendDelivery,
  rotateSecret,
  testEndpoint,
} from '#/modules/webhooks/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

type Events = (typeof webhookEvents)[number][];

const why = () => new Option('--why <text>', 'the reason, for the audit log').default('by the command line');

export function defineWebhook(command: Command): void {
  command
    .command('add')
    .description('Adds an endpoint and prints the secret that signs what it gets, which is shown only once.')
    .argument('<url>', 'an https address', parseAddress)
    .addOption(
      new Option('--events <events...>', 'the events that are sent to it').choices(webhookEvents).makeOptionMandatory(),
    )
    .addOption(why())
    .action((url, { events, why: reason }) => add(url, [...new Set(events)], reason));
  command.command('list').description('Lists the endpoints.').action(list);
  defineChange(command, 'remove', 'Removes an endpoint with its deliveries.', async (tx, endpointId, act) => {
    await removeEndpoint(tx, { endpointId, ...act });
    return [{ endpointId }, `The endpoint ${endpointId} is removed.`];
  });
  const rotating = 'Prints a new secret of an endpoint; the former one signs as well for a day.';
  defineChange(command, 'rotate', rotating, async (tx, endpointId, act, settings) => {
    const { secret, formerSecretUntil } = await rotateSecret(tx, settings, { endpointId, ...act });
    const words = `The new secret, which cannot be shown again; the former one signs until ${formerSecretUntil}:`;
    return [{ endpointId, secret, formerSecretUntil }, [words, secret]];
  });
  const enabling = 'Switches on an endpoint that was switched off because it was gone or failed.';
  defineChange(command, 'enable', enabling, async (tx, endpointId, act) => {
    await enableEndpoint(tx, { endpointId, ...act });
    return [{ endpointId }, `The endpoint ${endpointId} is switched on.`];
  });
  defineChange(command, 'test', 'Lets a running server send the event "test".', async (tx, endpointId, act) => {
    const { deliveryId } = await testEndpoint(tx, { endpointId, ...act });
    return [{ deliveryId }, `The delivery ${deliveryId} is on its way: see webhook deliveries.`];
  });
  command
    .command('deliveries')
    .description('Lists the newest 50 deliveries with their attempts.')
    .argument('[id]', 'the id of an endpoint')
    .option('--failed', 'only those that were given up')
    .action((endpointId, { failed }) => listDeliveries(endpointId, failed ?? false));
  const resending = 'Sends a delivery that is over again, under the same id.';
  defineChange(command, 'resend', resending, async (tx, deliveryId, act) => {
    await resendDelivery(tx, { deliveryId, ...act });
    return [{ deliveryId }, `The delivery ${deliveryId} is on its way again.`];
  });
}

type Act = { readonly operator: null; readonly why: string; readonly at: Date };
type Answer = readonly [answer: unknown, lines: string | readonly string[]];
type ChangeOfOne = (tx: Transaction<DB>, id: string, act: Act, settings: Settings) => Promise<Answer>;

/** Defines a command that changes one endpoint or delivery. */
function defineChange(command: Command, name: string, description: string, make: ChangeOfOne): void {
  command
    .command(name)
    .description(description)
    .argument('<id>', name === 'resend' ? 'the id of a delivery' : 'the id of an endpoint')
    .addOption(why())
    .action((id, { why: reason }) => change((tx, act, settings) => make(tx, id, act, settings), reason));
}

function parseAddress(word: string): string {
  if (URL.canParse(word) && word.length <= 500) return new URL(word).href;
  throw new InvalidArgumentError('It is no address such as https://hooks.example.com/lightstick.');
}

async function add(url: string, events: Events, reason: string): Promise<void> {
  await change(async (tx, act, settings) => {
    const added = await addEndpoint(tx, settings, { url, events, ...act });
    const told = `The endpoint ${added.endpointId} gets ${events.join(', ')}.`;
    const words = `${told} Its secret, which cannot be shown again:`;
    return [{ ...added, url, events }, [words, added.secret]];
  }, reason);
}

/** Does what a call of operators does, in one transaction; a refusal is printed. */
async function change(
  make: (tx: Transaction<DB>, act: Act, settings: Settings) => Promise<Answer>,
  reason: string,
): Promise<void> {
  await runOnDatabase(async ({ pools }, settings) => {
    try {
      const act = { operator: null, why: reason, at: systemClock.now() };
      answer(...(await pools.db.transaction().execute((tx) => make(tx, act, settings))));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(errorText(error, 'en_US'));
    }
  });
}

async function list(): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const { endpoints } = await readEndpoints(pools.db, systemClock.now());
    const lines = endpoints.map(({ endpointId, url, events, switchedOff, failingSince, waiting }) => {
      const failing = failingSince ? `failing since ${failingSince}` : 'on';
      const state = switchedOff ? `switched off ${switchedOff.at} (${switchedOff.because})` : failing;
      return `${endpointId.padEnd(6)} ${url}  ${state}, ${waiting} waiting: ${events.join(', ')}`;
    });
    answer(endpoints, lines.length > 0 ? lines : 'There are no endpoints.');
  });
}

async function listDeliveries(endpointId: string | undefined, isFailed: boolean): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const state = isFailed ? 'failed' : undefined;
    const { list: deliveries } = await readDeliveries(pools.db, { endpointId, state, pageNum: 1, pageSize: 50 });
    const lines = deliveries.map(({ deliveryId, endpointId: to, event, occurredAt, state: now, attempts, dueAt }) => {
      const tried = attempts.map(({ status, failure }) => status ?? failure ?? 'cut off').join(', ') || 'not tried yet';
      const next = dueAt ? `, next ${dueAt}` : '';
      return `${deliveryId.padEnd(8)} ${to.padEnd(4)} ${occurredAt} ${event.padEnd(16)} ${now} (${tried})${next}`;
    });
    answer(deliveries, lines.length > 0 ? lines : 'There are no deliveries.');
  });
}
