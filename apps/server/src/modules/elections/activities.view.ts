import type { Language, RuleDocument } from '@lightstick/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { photoAlt } from '#/modules/art/index.ts';
import type { Round } from './activity.rules.ts';

/** A text in both languages, as content packs write it. */
export type TextInBothLanguages = Readonly<Record<Language, string>>;

export type Team = {
  readonly id: string;
  readonly name: TextInBothLanguages;
  readonly slogan: TextInBothLanguages;
  readonly colour: string;
};

/** The place of an idol's votes of a round in the ledger. */
export type CandidateTally = {
  readonly round: number;
  readonly pool: number;
  readonly quarantinePool: number;
  readonly voidedPool: number;
};

export type Candidate = {
  readonly idolId: string;
  /** One for each round she has taken part in, in their order. */
  readonly tallies: readonly CandidateTally[];
  readonly teamId: string;
  readonly name: TextInBothLanguages;
  readonly profile: TextInBothLanguages;
  readonly number: number;
  /** The seed of a drawing, or the name of a photo. */
  readonly portraitSeed: string;
  /** What her photo shows; null for a drawing. */
  readonly portraitAlt: TextInBothLanguages | null;
  /** Month and day, as `03-14`. */
  readonly birthday: string | null;
  readonly hobby: TextInBothLanguages | null;
  readonly isWithdrawn: boolean;
};

/** The rules of an activity as they were published last; from the opening on they stand. */
export type RuleSet = {
  readonly id: number;
  readonly version: number;
  /** SHA-256 of the document's bytes, in hexadecimal. */
  readonly hash: string;
  readonly publishedAt: Date;
  /** The document's canonical JSON, which is what the hash is of. */
  readonly text: string;
  readonly document: RuleDocument;
};

/** A move of a round's end after the opening; the rules keep the first end. */
type MovedEnd = {
  readonly round: number;
  readonly formerEnd: Date;
  readonly newEnd: Date;
  readonly reason: TextInBothLanguages;
  readonly movedAt: Date;
};

export type Activity = {
  readonly id: string;
  readonly period: number;
  readonly title: TextInBothLanguages;
  readonly subtitle: TextInBothLanguages;
  readonly coverSeed: string;
  readonly rules: readonly TextInBothLanguages[];
  readonly prizes: readonly {
    readonly fromRank: number;
    readonly toRank: number;
    readonly title: TextInBothLanguages;
  }[];
  readonly ticketAsset: string;
  readonly voteAsset: string;
  readonly votesPerTicket: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly timeZone: string;
  readonly dailyCap: number | null;
  readonly freeVotesPerDay: number;
  /** Nothing for an activity that no content pack has published rules of. */
  readonly ruleSet: RuleSet | null;
  /**
   * Vote limits near the end of rounds, each until the next; null is any number.
   */
  readonly endings: readonly { readonly from: Date; readonly cap: number | null }[];
  readonly rounds: readonly Round[];
  /** The moves of ends, in their order. */
  readonly movedEnds: readonly MovedEnd[];
  /** No vote can be written any more. */
  readonly isClosed: boolean;
  /** The result of the last round is written down. */
  readonly isSettled: boolean;
  readonly teams: readonly Team[];
  readonly candidates: ReadonlyMap<string, Candidate>;
};

/**
 * Reads every activity with its rounds and candidates, in seven queries. Only a transaction with one snapshot sees a
 * concurrently applied content pack as a whole or not at all.
 */
export async function readActivities(db: Kysely<DB>): Promise<Activity[]> {
  const activities = await readPeriods(db);
  const ruleSets = new Map((await readRuleSets(db)).map((ruleSet) => [ruleSet.id, ruleSet]));
  const roundsOf = Map.groupBy(await readRounds(db), ({ period }) => period);
  const movedEndsOf = Map.groupBy(await readMovedEnds(db), ({ period }) => period);
  const talliesOf = Map.groupBy(await readTallies(db), ({ activityId, idolId }) => `${activityId} ${idolId}`);
  const candidates = (await readCandidates(db)).map((candidate) => ({
    ...candidate,
    tallies: talliesOf.get(`${candidate.activityId} ${candidate.idolId}`) ?? [],
  }));
  const teams = await readTeams(db);
  const candidatesByActivity = Map.groupBy(candidates, (candidate) => candidate.activityId);
  return activities.map(({ ruleSetId, endingFrom, endingCaps, ...activity }) => {
    const rounds = roundsOf.get(activity.period) ?? [];
    const own = candidatesByActivity.get(activity.id) ?? [];
    const ownTeams = new Set(own.map((candidate) => candidate.teamId));
    return {
      ...activity,
      ruleSet: (ruleSetId === null ? undefined : ruleSets.get(ruleSetId)) ?? null,
      endings: endingFrom.map((from, index) => ({ from, cap: endingCaps[index] ?? null })),
      rounds,
      movedEnds: movedEndsOf.get(activity.period) ?? [],
      isClosed: rounds.at(-1)?.status !== 'open',
      isSettled: rounds.at(-1)?.status === 'settled',
      teams: teams.filter((team) => ownTeams.has(team.id)),
      candidates: new Map(own.map((candidate) => [candidate.idolId, candidate])),
    };
  });
}

function readPeriods(db: Kysely<DB>) {
  return db
    .selectFrom('activity')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select([
      'activity.id',
      'activity.period',
      sql<TextInBothLanguages>`activity.title`.as('title'),
      sql<TextInBothLanguages>`activity.subtitle`.as('subtitle'),
      'activity.cover_seed as coverSeed',
      sql<Activity['rules']>`activity.rules`.as('rules'),
      sql<Activity['prizes']>`activity.prizes`.as('prizes'),
      'activity.ticket_asset as ticketAsset',
      'activity.vote_asset as voteAsset',
      'activity.votes_per_ticket as votesPerTicket',
      'period.opens_at as opensAt',
      'period.closes_at as closesAt',
      'period.time_zone as timeZone',
      'period.daily_cap as dailyCap',
      'period.free_per_day as freeVotesPerDay',
      'period.rule_set as ruleSetId',
      sql<Date[]>`period.ending_from`.as('endingFrom'),
      sql<(number | null)[]>`to_jsonb(period.ending_caps)`.as('endingCaps'),
    ])
    .orderBy('period.closes_at')
    .execute();
}

async function readRuleSets(db: Kysely<DB>): Promise<RuleSet[]> {
  const rows = await db
    .selectFrom('rule_set')
    .innerJoin('ledger.period as period', 'period.rule_set', 'rule_set.id')
    .select(['rule_set.id', 'version', 'published_at as publishedAt', 'document as text'])
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .execute();
  return rows.map((row) => ({ ...row, document: JSON.parse(row.text) as RuleDocument }));
}

function readRounds(db: Kysely<DB>) {
  return db
    .selectFrom('ledger.round as r')
    .leftJoin('activity as a', 'a.period', 'r.period')
    .leftJoin('display_freeze as f', (on) => on.onRef('f.activity_id', '=', 'a.id').onRef('f.round', '=', 'r.round'))
    .select([
      'r.period',
      'r.round',
      'r.opens_at as opensAt',
      'r.closes_at as closesAt',
      'r.go_on as goOn',
      'r.carries',
      sql<Round['status']>`r.status`.as('status'),
      'f.frozen_at as frozenAt',
    ])
    .orderBy('r.round')
    .execute();
}

function readMovedEnds(db: Kysely<DB>) {
  return db
    .selectFrom('ledger.moved_end')
    .select(['period', 'round', 'former_end as formerEnd', 'new_end as newEnd', 'moved_at as movedAt'])
    .select(sql<TextInBothLanguages>`reason`.as('reason'))
    .orderBy('id')
    .execute();
}

function readTallies(db: Kysely<DB>) {
  return (
    db
      .selectFrom('candidate_tally')
      .select(['activity_id as activityId', 'idol_id as idolId', 'round', 'pool'])
      .select(['quarantine_pool as quarantinePool', 'voided_pool as voidedPool'])
      .orderBy('round')
      // The columns of a view count as nullable.
      .$castTo<CandidateTally & { activityId: string; idolId: string }>()
      .execute()
  );
}

function readCandidates(db: Kysely<DB>) {
  return db
    .selectFrom('candidate')
    .innerJoin('idol', 'idol.id', 'candidate.idol_id')
    .select([
      'candidate.activity_id as activityId',
      'idol.id as idolId',
      'idol.team_id as teamId',
      sql<TextInBothLanguages>`idol.name`.as('name'),
      sql<TextInBothLanguages>`idol.profile`.as('profile'),
      'idol.number',
      'idol.portrait_seed as portraitSeed',
      photoAlt('idol.portrait_seed').as('portraitAlt'),
      'idol.birthday',
      sql<TextInBothLanguages | null>`idol.hobby`.as('hobby'),
      'candidate.withdrawn as isWithdrawn',
    ])
    .orderBy('idol.number')
    .execute();
}

function readTeams(db: Kysely<DB>) {
  return db
    .selectFrom('team')
    .select(['id', sql<TextInBothLanguages>`name`.as('name'), sql<TextInBothLanguages>`slogan`.as('slogan'), 'colour'])
    .orderBy('position')
    .execute();
}

type ActivityRow = { id: string; period: number; title: TextInBothLanguages; ticket_asset: string; vote_asset: string };

/** What other modules join instead of the tables of this one; PostgreSQL merges each into the statement around it. */
export const activityRows = sql<ActivityRow>`(select id, period, title, ticket_asset, vote_asset from activity)`;

export const idolRows = sql<{ id: string; name: TextInBothLanguages; number: number; portrait_seed: string }>`
  (select id, name, number, portrait_seed from idol)`;

export const candidateRows = sql<{ activity_id: string; idol_id: string; withdrawn: boolean }>`
  (select activity_id, idol_id, withdrawn from candidate)`;

export const ruleSetRows = sql`(select id, document, hash from rule_set)`;

export const freezeRows = sql<Selectable<DB['display_freeze']>>`
  (select activity_id, round, frozen_at, seen, version, standings, set_aside from display_freeze)`;

/** Returns the ledger's period of an activity. */
export async function periodOf(db: Kysely<DB>, activityId: string): Promise<number> {
  const activity = await db
    .selectFrom('activity')
    .select('period')
    .where('id', '=', activityId)
    .executeTakeFirstOrThrow();
  return activity.period;
}
