import * as z from 'zod';
import type { SocialProvider } from '#/social-providers.ts';
import type { ReadApi } from './provider-client.ts';

/** Who an account is: what never changes of it, and what people call it at the moment. */
export type Identity = { readonly subject: string; readonly name: string };

const id = z.string().min(1).max(64);
const name = z.string().min(1).max(64);
const xUser = z.object({ data: z.object({ id, username: name }) });
const discordUser = z.object({ id, username: name });

/** Asks a provider whose access token this is. */
export async function readIdentity(provider: SocialProvider, read: ReadApi): Promise<Identity> {
  if (provider === 'twitter') {
    const { data } = await read(xUser, '/2/users/me');
    return { subject: data.id, name: data.username };
  }
  const user = await read(discordUser, '/users/@me');
  return { subject: user.id, name: user.username };
}
