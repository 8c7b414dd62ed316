import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { SocialProvider } from '#/config/providers.ts';

/** What a task asks a fan to do at X. */
export type SocialAction = 'follow' | 'repost' | 'like';

/** A fan's linked accounts: the link's id by provider. */
export type SocialLinks = ReadonlyMap<SocialProvider, string>;

/** The interface that tasks need of social accounts. */
export type SocialAccounts = {
  /** Whether this deployment supports the provider. */
  isOn(provider: SocialProvider): boolean;
  linksOf(db: Kysely<DB>, fanId: number): Promise<SocialLinks>;
  /**
   * Asks X whether the fan's account did the action; it may take seconds, so never inside a transaction.
   *
   * @returns the link that was asked; the answer is valid for it only.
   */
  hasDone(question: { fanId: number; action: SocialAction; now: Date }): Promise<{ linkId: string; done: boolean }>;
  /**
   * Records the only reward of an occurrence for the account behind a link.
   *
   * @throws Refusal SOCIAL_NOT_BOUND without the link, SOCIAL_ACCOUNT_REWARDED when the account has earned it.
   */
  earn(
    tx: Transaction<DB>,
    reward: { fanId: number; provider: SocialProvider; linkId: string; taskId: string; occurrence: string; at: Date },
  ): Promise<void>;
};
