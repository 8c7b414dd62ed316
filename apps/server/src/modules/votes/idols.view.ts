import type { Language } from '@lightstick/contract';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity } from './activities.view.ts';
import type { Ranking } from './ranking.view.ts';

type IdolQuery = {
  readonly teamId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly sort: 'rank' | 'number' | 'name';
};

/** Idols of an activity as a fan looks for them: by team, by name in either language, by number. From memory. */
export function listIdols(activity: Activity, ranking: Ranking, query: IdolQuery, language: Language) {
  const teamNames = new Map(activity.teams.map((team) => [team.id, team.name]));
  const keyword = query.keyword?.toLocaleLowerCase();
  const idols = ranking.list.flatMap((row) => {
    const candidate = activity.candidates.get(row.idolId);
    if (!candidate || (query.teamId !== undefined && candidate.teamId !== query.teamId)) return [];
    const words = [
      ...Object.values(candidate.name),
      ...Object.values(teamNames.get(candidate.teamId) ?? {}),
      String(candidate.number),
    ];
    if (keyword && !words.some((word) => word.toLocaleLowerCase().includes(keyword))) return [];
    return [
      {
        ...row,
        name: candidate.name[language],
        number: candidate.number,
        teamId: candidate.teamId,
        profile: candidate.profile[language],
        portraitUrl: portraitUrl(candidate.portraitSeed),
      },
    ];
  });
  if (query.sort === 'number') return idols.toSorted((a, b) => a.number - b.number);
  if (query.sort === 'name') return idols.toSorted((a, b) => a.name.localeCompare(b.name, language.replace('_', '-')));
  return idols;
}

/** Teams of an activity with what their idols have together. */
export function listTeams(activity: Activity, ranking: Ranking, language: Language) {
  return activity.teams.map((team) => {
    const rows = ranking.list.filter((row) => activity.candidates.get(row.idolId)?.teamId === team.id);
    return {
      teamId: team.id,
      name: team.name[language],
      slogan: team.slogan[language],
      colour: team.colour,
      idolCount: rows.length,
      votes: rows.reduce((sum, row) => sum + row.votes, 0),
    };
  });
}
