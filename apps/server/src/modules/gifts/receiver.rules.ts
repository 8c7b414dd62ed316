import { normaliseEmail } from '#/modules/accounts/index.ts';

/** How a sender names a receiver. */
export type Naming = { readonly by: 'fanCode' | 'email'; readonly value: string };

/** What a sender has typed, in the form in which it is looked up. A fan code has no at sign, and an email always has one. */
export function namingOf(toAccount: string): Naming {
  return toAccount.includes('@')
    ? { by: 'email', value: normaliseEmail(toAccount) }
    : { by: 'fanCode', value: toAccount.toUpperCase() };
}
