import type { Contract, DataOf, Language } from '@lightstick/contract';
import { foldForSearch } from '@lightstick/contract/typed-text';
import { inTraditional } from '#/lib/normalise-text.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity, Candidate } from './activities.view.ts';

/** A ranking on the wire. The module `rankings` reads it, which depends on this one. */
export type Ranking = DataOf<Contract['GET /activity/api/v1/vote/ranking']>;

type IdolQuery = {
  readonly teamId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly sort: 'rank' | 'number' | 'name';
};

/** Filters the idols of an activity by team, by name in either language, or by number. From memory. */
export function listIdols(activity: Activity, ranking: Ranking, query: IdolQuery, language: Language) {
  const teamNames = new Map(activity.teams.map((team) => [team.id, team.name]));
  const keyword = query.keyword && foldText(query.keyword);
  const idols = rowsWithLeft(ranking).flatMap((row) => {
    const candidate = activity.candidates.get(row.idolId);
    if (!candidate || (query.teamId !== undefined && candidate.teamId !== query.teamId)) return [];
    const words = [
      ...Object.values(candidate.name),
      ...Object.values(teamNames.get(candidate.teamId) ?? {}),
      String(candidate.number),
    ];
    if (keyword && !words.some((word) => foldText(word).includes(keyword))) return [];
    return [{ ...row, ...idolInBrief(candidate, language), profile: candidate.profile[language] }];
  });
  if (query.sort === 'number') return idols.toSorted((a, b) => a.number - b.number);
  if (query.sort === 'name') return idols.toSorted((a, b) => a.name.localeCompare(b.name, language.replace('_', '-')));
  return idols;
}

/** Returns an idol's identity, without her standing. */
export function idolInBrief(candidate: Candidate, language: Language) {
  return {
    idolId: candidate.idolId,
    name: candidate.name[language],
    names: candidate.name,
    number: candidate.number,
    teamId: candidate.teamId,
    portraitUrl: portraitUrl(candidate.portraitSeed),
  };
}

/** Returns all idols of a ranking, those who left in earlier rounds last. */
function rowsWithLeft({ list, left }: Ranking) {
  return [
    ...list.map((row) => ({ ...row, leftInRound: null })),
    ...left.map(({ idolId, votes, rank, leftInRound }) => ({ idolId, votes, rank, change: 0, leftInRound })),
  ];
}

/** Returns an idol with her team and standing from memory; undefined outside the ranking. */
export function describeIdol(
  activity: Activity,
  { candidate, ranking }: { candidate: Candidate; ranking: Ranking },
  language: Language,
) {
  const row = rowsWithLeft(ranking).find(({ idolId }) => idolId === candidate.idolId);
  const team = activity.teams.find(({ id }) => id === candidate.teamId);
  if (!row || !team) return undefined;
  return {
    ...row,
    ...idolInBrief(candidate, language),
    activityId: activity.id,
    profile: candidate.profile[language],
    birthday: candidate.birthday,
    hobby: candidate.hobby?.[language] ?? null,
    portraitAlt: candidate.portraitAlt?.[language] ?? null,
    team: {
      teamId: team.id,
      name: team.name[language],
      names: team.name,
      slogan: team.slogan[language],
      colour: team.colour,
    },
  };
}

/** Lists the top of a ranking with names and faces, from memory. */
export function listBest(activity: Activity, ranking: Ranking, most: number, language: Language) {
  return ranking.list.slice(0, most).flatMap((row) => {
    const candidate = activity.candidates.get(row.idolId);
    return candidate ? [{ ...row, leftInRound: null, ...idolInBrief(candidate, language) }] : [];
  });
}

/** Lists the candidates' numbers, ascending. */
export function listNumbers(activity: Activity): number[] {
  return [...activity.candidates.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ number }) => number)
    .toSorted((one, other) => one - other);
}

/** Removes case, width, accents and the difference of the two Chinese scripts. */
function foldText(text: string): string {
  return inTraditional(foldForSearch(text));
}

/** Lists the teams of an activity with the sums of their idols in the round. */
export function listTeams(activity: Activity, ranking: Standings, language: Language) {
  return listTeamsInBrief(activity, ranking, language).map((team) => ({
    ...team,
    votes: rowsOf(activity, ranking.list, team.teamId).reduce((sum, row) => sum + row.votes, 0),
  }));
}

/** Lists the teams of an activity with the number of their idols. */
export function listTeamsInBrief(activity: Activity, ranking: Standings, language: Language) {
  return activity.teams.map((team) => ({
    teamId: team.id,
    name: team.name[language],
    names: team.name,
    slogan: team.slogan[language],
    colour: team.colour,
    idolCount: rowsOf(activity, [...ranking.list, ...ranking.left], team.id).length,
  }));
}

type IdolVotes = Pick<Ranking['list'][number], 'idolId' | 'votes'>;
type Standings = { readonly list: readonly IdolVotes[]; readonly left: readonly IdolVotes[] };

function rowsOf(activity: Activity, rows: readonly IdolVotes[], teamId: string): readonly IdolVotes[] {
  return rows.filter((row) => activity.candidates.get(row.idolId)?.teamId === teamId);
}
