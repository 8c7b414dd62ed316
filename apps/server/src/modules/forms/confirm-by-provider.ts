import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { assertSigned, type SignedHeaders } from './callback-signature.ts';
import type { FormParameters } from './form-parameter.ts';
import { confirmTicket } from './forms.store.ts';

/**
 * Takes a form provider's word that a form was sent. Whose it was, the parameter says and nothing else; said again it
 * changes nothing.
 *
 * @param parts.body - as it came over the wire, byte by byte: it is what was signed.
 * @throws Refusal FORM_SIGNATURE_INVALID, FORM_PARAMETER_INVALID, FORM_PARAMETER_EXPIRED
 */
export async function confirmByProvider(
  { db, parameters, secret }: { db: Kysely<DB>; parameters: FormParameters; secret: Buffer },
  { parameter, headers, body, at }: { parameter: string; headers: SignedHeaders; body: string; at: Date },
): Promise<'accepted' | 'already'> {
  assertSigned(secret, { headers, body, now: at });
  const isFirst = await confirmTicket(db, parameters.read(parameter, at), at);
  // It was made here and is in time, so its fan has been erased since.
  if (isFirst === undefined) throw new Refusal('FORM_PARAMETER_INVALID');
  return isFirst ? 'accepted' : 'already';
}
