import type { Contract, DataOf } from '@lightstick/contract';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { sealSecret, type SealedSecret } from '#/lib/secrets/seal-secret.ts';
import type { HostFan } from '../host-fan.ts';
import { callAsHost } from './call-as-host.ts';
import { mailedCode } from './mailed-code.ts';

type SignedIn = DataOf<Contract['POST /wallet/api/v1/user/login']>;

const action = 'register';

/** Signs a fan in with the product's own call. Throws with the server's words when that fails. */
export async function signIn(email: string, password: string): Promise<HostFan> {
  const body = { email: email.trim(), password: await sealed(password) };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/login', { body }));
}

/**
 * Opens an account for a fan who exists for trying things out only, all by the product's own calls: human check, mail
 * code, sealed password. The code is read from the development inbox, so it works where mail is not really sent.
 */
export async function registerDemoFan(): Promise<HostFan> {
  const email = `host-${randomUuid()}@example.com`;
  const { humanCheck } = await callAsHost('GET /config', {});
  const googleRecaptchaToken = await humanCheckToken(humanCheck, action);
  const query = { email, type: 1, googleRecaptchaToken, googleActionType: action } as const;
  await callAsHost('GET /wallet/api/v1/user/sendEmail', { query });
  const [code, password] = await Promise.all([mailedCode(email), sealed(`Demo-${randomUuid()}`)]);
  const body = { email, code, password, nickname: 'Demo fan' };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/register', { body }));
}

/** What a host keeps of a sign-in and tells the page. */
function fanOf({ token, passportToken, userInfo }: SignedIn): HostFan {
  return { ...userInfo, token, passportToken };
}

async function sealed(password: string): Promise<SealedSecret> {
  return sealSecret(password, await callAsHost('POST /wallet/api/v1/user/getPublicKey', { body: {} }));
}
