import { randomUUID } from 'node:crypto';
import { signatureOf } from '#/modules/tasks/forms/callback-signature.ts';
import type { TestFan } from './given-fan.ts';
import { givenTask, type TaskOptions } from './given-task.ts';
import type { World } from './world.ts';

export const getFormLink = 'POST /task/api/v1/taskItem/getFormLink';
const confirm = 'POST /task/api/v1/forms/confirm';

/** What the world's form provider signs with: the setting FORM_CALLBACK_SECRET of `formWorld`. */
const secret = Buffer.from('a secret between two companies');
export const formEnvironment = { FORM_CALLBACK_SECRET: `whsec_${secret.toString('base64')}` };

export type FormOptions = TaskOptions & {
  readonly form?: { readonly url: string; readonly parameter: string | null } | null;
};

/** Puts a task with a form in place as a content pack would. */
export async function givenFormTask({ ownerPool }: World, options: FormOptions = {}): Promise<string> {
  const { form = { url: 'https://forms.example.com/f?usp=pp_url', parameter: 'entry.1' }, ...task } = options;
  const taskId = await givenTask({ ownerPool }, { typeId: 30, linkTypes: [], dwellSeconds: 0, ...task });
  await ownerPool.query('UPDATE task SET form = $2 WHERE id = $1', [taskId, form && JSON.stringify(form)]);
  return taskId;
}

/** Returns the parameter that a fan's form is opened with. */
export async function parameterFor(world: World, fan: TestFan, taskId: string): Promise<string> {
  const { data } = await world.call(getFormLink, { fan, body: { taskId } });
  return new URL(data.url).searchParams.get('entry.1') ?? 'no parameter';
}

export type ConfirmationOptions = {
  readonly signWith?: Buffer;
  readonly signedAt?: Date;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Signs a form provider's confirmation of a parameter. */
export function signHeaders(
  world: World,
  parameter: string,
  { signWith = secret, signedAt = world.clock.now() }: ConfirmationOptions = {},
): Readonly<Record<string, string>> {
  const id = randomUUID();
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const signature = signatureOf(signWith, { id, timestamp, body: JSON.stringify({ parameter }) });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

/** Confirms as a form provider does. */
export function confirmAsProvider(world: World, parameter: string, options: ConfirmationOptions = {}) {
  const headers = { ...signHeaders(world, parameter, options), ...options.headers };
  return world.call(confirm, { body: { parameter }, headers });
}
