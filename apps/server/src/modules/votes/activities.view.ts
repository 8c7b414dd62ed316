import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A text in both languages, as content packs write it. */
export type Text = Readonly<Record<Language, string>>;

export type Team = { readonly id: string; readonly name: Text; readonly slogan: Text; readonly colour: string };

export type Candidate = {
  readonly idolId: string;
  readonly pool: number;
  readonly teamId: string;
  readonly name: Text;
  readonly profile: Text;
  readonly number: number;
  readonly portraitSeed: string;
  readonly isWithdrawn: boolean;
};

export type Activity = {
  readonly id: string;
  readonly period: number;
  readonly title: Text;
  readonly subtitle: Text;
  readonly coverSeed: string;
  readonly rules: readonly Text[];
  readonly prizes: readonly { readonly fromRank: number; readonly toRank: number; readonly title: Text }[];
  readonly ticketAsset: string;
  readonly voteAsset: string;
  readonly votesPerTicket: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly timeZone: string;
  readonly dailyCap: number | null;
  readonly freeVotesPerDay: number;
  /** No vote can be written any more. */
  readonly isClosed: boolean;
  readonly teams: readonly Team[];
  readonly candidates: ReadonlyMap<string, Candidate>;
};

/** Every activity with its candidates, in three queries. */
export async function readActivities(db: Kysely<DB>): Promise<Activity[]> {
  const [activities, candidates, teams] = await Promise.all([readPeriods(db), readCandidates(db), readTeams(db)]);
  const candidatesByActivity = Map.groupBy(candidates, (candidate) => candidate.activityId);
  return activities.map(({ status, ...activity }) => {
    const own = candidatesByActivity.get(activity.id) ?? [];
    const ownTeams = new Set(own.map((candidate) => candidate.teamId));
    return {
      ...activity,
      isClosed: status === 'closed',
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
      sql<Text>`activity.title`.as('title'),
      sql<Text>`activity.subtitle`.as('subtitle'),
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
      'period.status',
    ])
    .orderBy('period.closes_at')
    .execute();
}

function readCandidates(db: Kysely<DB>) {
  return db
    .selectFrom('candidate')
    .innerJoin('idol', 'idol.id', 'candidate.idol_id')
    .select([
      'candidate.activity_id as activityId',
      'idol.id as idolId',
      'candidate.pool',
      'idol.team_id as teamId',
      sql<Text>`idol.name`.as('name'),
      sql<Text>`idol.profile`.as('profile'),
      'idol.number',
      'idol.portrait_seed as portraitSeed',
      'candidate.withdrawn as isWithdrawn',
    ])
    .orderBy('idol.number')
    .execute();
}

function readTeams(db: Kysely<DB>) {
  return db
    .selectFrom('team')
    .select(['id', sql<Text>`name`.as('name'), sql<Text>`slogan`.as('slogan'), 'colour'])
    .orderBy('position')
    .execute();
}
