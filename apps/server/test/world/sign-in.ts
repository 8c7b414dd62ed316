import { sealed } from './sign-up.ts';
import type { World } from './world.ts';

let lastAddress = 0;

/** A network address that no test has used before, for worlds that trust a proxy. */
export function newAddress(): string {
  lastAddress += 1;
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

/** Signs in by email, or is refused. Comes from a network of its own where the world trusts a proxy. */
export async function tryToSignIn(world: World, email: string, password: string) {
  return world.call('POST /wallet/api/v1/user/login', {
    body: { email, password: await sealed(world, password) },
    headers: { 'x-forwarded-for': newAddress() },
  });
}

/** Whether a token is still good. */
export async function isSignedIn(world: World, token: string): Promise<boolean> {
  const { status } = await world.call('POST /wallet/api/v1/userExpand/getUserInfo', { body: {}, headers: { token } });
  return status === 200;
}
