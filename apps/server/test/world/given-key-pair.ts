import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { insertKey, newestKey } from '#/modules/identity/secret-key.store.ts';
import { isHandedOut } from '#/modules/identity/secrets.ts';
import type { World } from './world.ts';

/**
 * Puts the key pair of this test run in place, as if the server had made it now, unless it has one to hand out. Making one
 * takes the processor most of a second, and a run has hundreds of servers, whose clocks move by days.
 */
export async function givenKeyPair({ db, clock, services }: World): Promise<void> {
  const [newest, createdAt] = [await newestKey(db), clock.now()];
  if (newest && isHandedOut(newest.createdAt, createdAt)) return;
  const { publicKey, privateKey } = inject('keyPair');
  const id = randomUUID();
  const keys = createServerKeys(services.settings.serverSecret);
  const sealedPrivateKey = keys.seal('secret-key', Buffer.from(privateKey, 'base64'), id);
  await db.transaction().execute((tx) => insertKey(tx, { id, publicKey, sealedPrivateKey, createdAt }));
}
