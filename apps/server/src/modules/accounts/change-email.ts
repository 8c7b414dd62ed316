import type { UserInfo } from './accounts.view.ts';
import { ownCredentials } from './credentials.store.ts';
import { moveToEmail } from './move-to-email.ts';
import { type CredentialServices, proveByPassword } from './prove-by-password.ts';
import type { SealedSecret } from './secrets/secrets.ts';

type EmailChange = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  readonly password: SealedSecret;
  /** As the client names the device that it runs on. */
  readonly deviceId: string | undefined;
  readonly network: string;
  readonly now: Date;
};

/**
 * Moves an account to another address, with its password and the code that was sent there. Sessions go on.
 * Throws Refusal CODE_INVALID, CODE_EXHAUSTED, EMAIL_TAKEN, SECRET_KEY_RETIRED, SECRET_UNREADABLE, PASSWORD_MISSING,
 * TOO_MANY_ATTEMPTS, WRONG_PASSWORD or OVERLOADED.
 */
export async function changeEmail(services: CredentialServices, change: EmailChange): Promise<UserInfo> {
  const { fanId, email, code, deviceId, now } = change;
  const own = await ownCredentials(services.db, fanId);
  const move = { fanId, email, code, formerEmail: own.email, deviceId, now };
  return moveToEmail(services, move, () => proveByPassword(services, own, change));
}
