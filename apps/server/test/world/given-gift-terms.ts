import type { World } from './world.ts';

export type GiftTermsOptions = {
  readonly mostSent?: number;
  readonly mostReceived?: number;
  readonly mostByEmail?: number;
};

/** Says how much fans may give each other from now on, as a content pack would. */
export async function givenGiftTerms({ ownerPool }: Pick<World, 'ownerPool'>, options: GiftTermsOptions = {}) {
  const { mostSent = 1000, mostReceived = 1000, mostByEmail = 1000 } = options;
  await ownerPool.query('UPDATE gift_terms SET most_sent = $1, most_received = $2, most_by_email = $3', [
    mostSent,
    mostReceived,
    mostByEmail,
  ]);
}
