import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { SocialProvider } from '#/config/providers.ts';

/** What a task asks a fan to do at X. */
export type SocialAction = 'follow' | 'repost' | 'like';

/** The accounts a fan has linked: the id of the link by its provider. */
export type SocialLinks = ReadonlyMap<SocialProvider, string>;

/** What tasks need of social accounts. */
export type SocialAccounts = {
  /** Whether accounts of the provider can be linked here at all. */
  isOn(provider: SocialProvider): boolean;
  linksOf(db: Kysely<DB>, fanId: number): Promise<SocialLinks>;
  /**
   * Asks X whether the fan's account has done it; never within a transaction, as it may take seconds.
   *
   * @returns the link through which it was asked, for which alone the answer is good.
   */
  hasDone(question: { fanId: number; action: SocialAction; now: Date }): Promise<{ linkId: string; done: boolean }>;
  /**
   * Takes the one reward of a task's occurrence that there is for the account behind a link.
   *
   * @throws Refusal SOCIAL_NOT_BOUND when the link is gone, SOCIAL_ACCOUNT_REWARDED when the account has earned it.
   */
  earn(
    tx: Transaction<DB>,
    reward: { fanId: number; provider: SocialProvider; linkId: string; taskId: string; occurrence: string; at: Date },
  ): Promise<void>;
};
