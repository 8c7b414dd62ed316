import type { Problem } from './problem.ts';
import type { Activity, Best7Poll } from './schema/activities.ts';
import type { Banner, Page } from './schema/pages.ts';
import type { Gifts, Invites, Limits } from './schema/terms.ts';
import type { Nft, Offer, VotePack } from './schema/mall.ts';
import type { Quiz, RiddleRound } from './schema/quizzes.ts';
import type { Simulation } from './schema/simulation.ts';
import type { SongEvent } from './schema/songs.ts';
import type { Task } from './schema/tasks.ts';
import type { Idol, Team } from './schema/teams.ts';
import type { Path } from './yaml-file.ts';

/** An entry of a pack with its place in the files. */
export type Entry<T> = {
  readonly value: T;
  /** Makes a problem of a field; the path begins inside the entry. */
  readonly problem: (path: Path, message: string) => Problem;
};

/** The valid entries of one list. */
export type Section<T> = {
  readonly entries: readonly Entry<T>[];
  /** The ids of all entries, invalid ones included; undefined when the list could not be read. */
  readonly ids: ReadonlySet<string> | undefined;
};

/** The valid part of a pack's files. */
export type PackDraft = {
  readonly teams: Section<Team>;
  readonly idols: Section<Idol>;
  readonly activities: Section<Activity>;
  readonly tasks: Section<Task>;
  readonly quizzes: Section<Quiz>;
  readonly riddleRounds: Section<RiddleRound>;
  readonly best7Polls: Section<Best7Poll>;
  readonly songEvents: Section<SongEvent>;
  readonly banners: Section<Banner>;
  readonly offers: Section<Offer>;
  readonly votePacks: Section<VotePack>;
  readonly nfts: Section<Nft>;
  readonly simulation: Entry<Simulation> | undefined;
};

/** A content pack without problems. */
export type Pack = {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all files; detects an unchanged pack. */
  readonly digest: Buffer;
  readonly invites: Invites;
  readonly limits: Limits;
  readonly gifts: Gifts;
  readonly teams: readonly Entry<Team>[];
  readonly idols: readonly Entry<Idol>[];
  readonly activities: readonly Entry<Activity>[];
  readonly tasks: readonly Entry<Task>[];
  readonly quizzes: readonly Entry<Quiz>[];
  readonly riddleRounds: readonly Entry<RiddleRound>[];
  readonly best7Polls: readonly Entry<Best7Poll>[];
  readonly songEvents: readonly Entry<SongEvent>[];
  readonly banners: readonly Entry<Banner>[];
  readonly offers: readonly Entry<Offer>[];
  readonly votePacks: readonly Entry<VotePack>[];
  readonly nfts: readonly Entry<Nft>[];
  readonly pages: readonly Page[];
  readonly simulation: Simulation | undefined;
};
