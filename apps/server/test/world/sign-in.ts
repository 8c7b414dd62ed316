import { parseCookie } from 'cookie';
import { sealed } from './sign-up.ts';
import type { World } from './world.ts';

let lastAddress = 0;

/** Returns a network address that no test has used before, for worlds that trust a proxy. */
export function newAddress(): string {
  lastAddress += 1;
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

/** Signs in by email, or is refused, from a separate network where the world trusts a proxy. */
export async function tryToSignIn(world: World, email: string, password: string, cookie?: string) {
  return world.call('POST /wallet/api/v1/user/login', {
    body: { email, password: await sealed(world, password) },
    headers: { 'x-forwarded-for': newAddress(), ...(cookie === undefined ? {} : { cookie }) },
  });
}

/** Enters wrong passwords of strangers, each from a separate network, until they wait. Returns the refusals. */
export async function guessAsStrangers(world: World, email: string, times = 8): Promise<(string | undefined)[]> {
  const refusals = [];
  for (let n = 0; n < times; n += 1) refusals.push((await tryToSignIn(world, email, `wrong password ${n}`)).refusal);
  return refusals;
}

/** Returns the `Cookie` header by which a browser is known after an answer. */
export function deviceCookieAfter({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  const set = [headers['set-cookie']].flat().map(String);
  const value = set.map((line) => parseCookie(line)['device']).find((one) => one !== undefined);
  if (value === undefined) throw new Error('The answer sets no device cookie');
  return `device=${value}`;
}

/** Returns whether a token is still valid. */
export async function isSignedIn(world: World, token: string): Promise<boolean> {
  const { status } = await world.call('POST /wallet/api/v1/userExpand/getUserInfo', { body: {}, headers: { token } });
  return status === 200;
}
