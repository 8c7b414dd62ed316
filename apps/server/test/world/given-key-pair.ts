import { inject } from 'vitest';
import { insertKey, newestKey } from '#/modules/identity/secret-key.store.ts';
import type { World } from './world.ts';

/**
 * Puts the key pair of this test run in place, as if the server had made it now, unless it has one. Making one takes the
 * processor most of a second, and a run has hundreds of servers.
 */
export async function givenKeyPair({ db, clock }: World): Promise<void> {
  if (await newestKey(db)) return;
  const { id, publicKey, sealedPrivateKey } = inject('keyPair');
  await db.transaction().execute(async (tx) => {
    await insertKey(tx, {
      id,
      publicKey,
      sealedPrivateKey: Buffer.from(sealedPrivateKey, 'base64'),
      createdAt: clock.now(),
    });
  });
}
