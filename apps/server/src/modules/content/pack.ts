import type { Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';
import type { Offer, VotePack } from './schema/mall.ts';
import type { Page } from './schema/pages.ts';
import type { Simulation } from './schema/simulation.ts';
import type { Task } from './schema/tasks.ts';
import type { Idol, Team } from './schema/teams.ts';
import type { Path } from './yaml-file.ts';

/** Something a pack defines, able to say where in the files it was written. */
export type Entry<T> = {
  readonly value: T;
  /** A problem with one of its fields; the path begins inside the entry. */
  readonly problem: (path: Path, message: string) => Problem;
};

/** The entries of one list, as far as they are right. */
export type Section<T> = {
  readonly entries: readonly Entry<T>[];
  /** The ids of all entries, of wrong ones too; nothing when the list could not be read. */
  readonly ids: ReadonlySet<string> | undefined;
};

/** What the files of a pack say, as far as they are right. */
export type PackDraft = {
  readonly teams: Section<Team>;
  readonly idols: Section<Idol>;
  readonly activities: Section<Activity>;
  readonly tasks: Section<Task>;
  readonly offers: Section<Offer>;
  readonly votePacks: Section<VotePack>;
  readonly simulation: Entry<Simulation> | undefined;
};

/** A content pack without problems. */
export type Pack = {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all files, so that an unchanged pack is known at once. */
  readonly digest: Buffer;
  readonly teams: readonly Entry<Team>[];
  readonly idols: readonly Entry<Idol>[];
  readonly activities: readonly Entry<Activity>[];
  readonly tasks: readonly Entry<Task>[];
  readonly offers: readonly Entry<Offer>[];
  readonly votePacks: readonly Entry<VotePack>[];
  readonly pages: readonly Page[];
  readonly simulation: Simulation | undefined;
};
