import { randomUUID } from 'node:crypto';
import { receivedCode, runJobs } from './sign-up.ts';
import { signInByWallet, newWallet, walletChallenge } from './wallet.ts';
import type { World } from './world.ts';

export const deleteUser = 'POST /wallet/api/v1/user/deleteUser';

export const graceMs = 7 * 24 * 60 * 60_000;

type EmailFan = { readonly token: string; readonly email: string; readonly userInfo: { readonly fanCode: string } };

/** Returns the code by which a fan with an email confirms that they leave. */
export function deletionCode(world: World, { email, token }: Pick<EmailFan, 'email' | 'token'>): Promise<string> {
  return receivedCode(world, email, { type: 5, token });
}

/** Deletes the account of a fan with an email through the API. */
export async function leaveByCode(world: World, fan: EmailFan) {
  // A code that was sent for something else a moment ago would have to be waited for.
  world.clock.advance(60_000);
  const code = await deletionCode(world, fan);
  const reply = await world.call(deleteUser, {
    body: { confirm: fan.userInfo.fanCode, code },
    headers: { token: fan.token },
  });
  if (reply.refusal) throw new Error(`Leaving was refused: ${reply.refusal}`);
  return reply.data;
}

/** Prepares a fan who has only a wallet. */
export async function givenWalletFan(world: World) {
  const wallet = newWallet();
  return { ...(await signInByWallet(world, wallet)), wallet };
}

type WalletFan = Awaited<ReturnType<typeof givenWalletFan>>;

/** Signs a wallet's confirmation of leaving. */
export async function signLeave(world: World, { token, wallet, userInfo }: WalletFan) {
  const { data } = await world.call(walletChallenge, { body: { purpose: 'leave' }, headers: { token } });
  return { confirm: userInfo.fanCode, message: data.message, signature: await wallet.sign(data.message) };
}

/** Deletes the account of a fan with a wallet through the API. */
export async function leaveByWallet(world: World, fan: WalletFan) {
  const reply = await world.call(deleteUser, { body: await signLeave(world, fan), headers: { token: fan.token } });
  if (reply.refusal) throw new Error(`Leaving was refused: ${reply.refusal}`);
  return reply.data;
}

/** Runs the jobs of an hour that have to do with fans who left, as the server's clockwork does. */
export async function runHourlyJobs(world: World): Promise<void> {
  for (const name of ['erase-fans', 'sweep-rate-limits', 'forget-failed-jobs']) {
    await world.ownerPool.query('SELECT graphile_worker.add_job($1, job_key => $2)', [name, randomUUID()]);
  }
  await runJobs(world);
}

/** Reads a fan's row of the database. */
export function rowOf({ db }: World, accountId: string) {
  return db.selectFrom('fan').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}
