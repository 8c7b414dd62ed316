import type { Brand, BrandTerms } from '#/config/brand.ts';
import type { BrandPictureFile } from '#/modules/brand/index.ts';
import type { Photo } from '#/modules/art/index.ts';
import type { Path, Problem } from './yaml-file.ts';
import type { Activity, Best7Poll, Idol, Simulation, SongEvent, Team } from './schema/activities.ts';
import type { ChatWords, LiveRoom } from './schema/live.ts';
import type { Banner, FaqEntry, PackPage } from './schema/pages.ts';
import type { Gifts, Invites, TaskLimits, PointTerms, Quiz, RiddleRound, Task } from './schema/tasks.ts';
import type {
  Box,
  Envelope,
  LuckBudget,
  Packet,
  Raffle,
  StakingBudget,
  StakingPlan,
  StakingPool,
} from './schema/luck.ts';
import type { Nft, Offer, VotePack } from './schema/mall.ts';
import type { PackedRecording } from './read-recordings.ts';

/** An entry of a pack with its place in the files. */
export type PackEntry<T> = {
  readonly value: T;
  /** Makes a problem of a field; the path begins inside the entry. */
  readonly problem: (path: Path, message: string) => Problem;
};

/** The valid entries of one list. */
export type Section<T> = {
  readonly entries: readonly PackEntry<T>[];
  /** The ids of all entries, invalid ones included; undefined when the list could not be read. */
  readonly ids: ReadonlySet<string> | undefined;
};

/** The lists of a pack with the type of their entries; `packLists` has their files. */
export type PackLists = {
  readonly teams: Team;
  readonly idols: Idol;
  readonly activities: Activity;
  readonly tasks: Task;
  readonly quizzes: Quiz;
  readonly riddleRounds: RiddleRound;
  readonly best7Polls: Best7Poll;
  readonly songEvents: SongEvent;
  readonly banners: Banner;
  readonly offers: Offer;
  readonly votePacks: VotePack;
  readonly nfts: Nft;
  readonly luckBudgets: LuckBudget;
  readonly packets: Packet;
  readonly boxes: Box;
  readonly envelopes: Envelope;
  readonly raffles: Raffle;
  readonly stakingBudgets: StakingBudget;
  readonly stakingPools: StakingPool;
  readonly stakingPlans: StakingPlan;
  readonly chatWords: ChatWords;
  readonly faq: FaqEntry;
  readonly liveRooms: LiveRoom;
};

export type PackSections = { readonly [List in keyof PackLists]: Section<PackLists[List]> };

/** The valid part of a pack's files. */
export type PackDraft = PackSections & { readonly simulation: PackEntry<Simulation> | undefined };

/** The brand of a pack with its pictures. */
export type PackBrand = {
  readonly name: Brand['name'];
  readonly shortName: Brand['shortName'];
  readonly terms: BrandTerms;
  readonly files: readonly BrandPictureFile[];
  /** What is shown otherwise than written, so that everyone can read it. */
  readonly corrections: readonly Problem[];
};

/** A content pack without problems. */
export type Pack = { readonly [List in keyof PackLists]: readonly PackEntry<PackLists[List]>[] } & {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all files; detects an unchanged pack. */
  readonly digest: Buffer;
  /** The paths of its files in the folder, without the media of recordings. */
  readonly fileNames: readonly string[];
  /** From when relative times count on a database that has not had the pack; the present without it. */
  readonly anchoredAt?: Date | undefined;
  readonly invites: Invites;
  readonly limits: TaskLimits;
  readonly gifts: Gifts;
  readonly points: PointTerms;
  readonly pages: readonly PackPage[];
  /** The recordings in the folder `live`. */
  readonly recordings: readonly PackedRecording[];
  /** The photos that entries name. */
  readonly photos: readonly Photo[];
  readonly simulation: Simulation | undefined;
  /** Undefined for a platform under its own name. */
  readonly brand: PackBrand | undefined;
};
