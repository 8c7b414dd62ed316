import type { Language } from '@lightstick/contract';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity } from './activities.view.ts';
import type { Ranking } from './ranking.view.ts';
import type { Standing } from './standing.rules.ts';

type IdolQuery = {
  readonly teamId?: string | undefined;
  readonly keyword?: string | undefined;
  readonly sort: 'rank' | 'number' | 'name';
};

/** Idols of an activity as a fan looks for them: by team, by name in either language, by number. From memory. */
export function listIdols(activity: Activity, ranking: Ranking, query: IdolQuery, language: Language) {
  const teamNames = new Map(activity.teams.map((team) => [team.id, team.name]));
  const keyword = query.keyword && folded(query.keyword);
  const idols = ranking.list.flatMap((row) => {
    const candidate = activity.candidates.get(row.idolId);
    if (!candidate || (query.teamId !== undefined && candidate.teamId !== query.teamId)) return [];
    const words = [
      ...Object.values(candidate.name),
      ...Object.values(teamNames.get(candidate.teamId) ?? {}),
      String(candidate.number),
    ];
    if (keyword && !words.some((word) => folded(word).includes(keyword))) return [];
    return [
      {
        ...row,
        name: candidate.name[language],
        names: candidate.name,
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

/** A text as search compares it: full-width forms typed by a Chinese keyboard are the letters they stand for. */
function folded(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase();
}

/** Teams of an activity with what their idols have together. */
export function listTeams(activity: Activity, ranking: { readonly list: readonly Standing[] }, language: Language) {
  return activity.teams.map((team) => {
    const rows = ranking.list.filter((row) => activity.candidates.get(row.idolId)?.teamId === team.id);
    return {
      teamId: team.id,
      name: team.name[language],
      names: team.name,
      slogan: team.slogan[language],
      colour: team.colour,
      idolCount: rows.length,
      votes: rows.reduce((sum, row) => sum + row.votes, 0),
    };
  });
}
