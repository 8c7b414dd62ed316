import { type Contract, type DataOf, languages } from '@lightstick/contract';
import type { Activity, Ranking, TextInBothLanguages } from '#/modules/elections/index.ts';
import { sumQuarantineCounts, type QuarantineCounts } from '#/modules/quarantine/index.ts';
import type { IdolStanding } from './standing.rules.ts';
import type { RoundRow } from './standing.store.ts';

/** The result of an activity as its JSON file contains it. */
export type VoteResult = DataOf<Contract['GET /activity/api/v1/vote/result']>;

/** Combines a final ranking and earlier rounds with the idols' names. */
export function voteResultOf(
  activity: Activity,
  { list, round: lastRound, totalVotes }: Ranking,
  { earlier, setAside }: { earlier: readonly RoundRow[]; setAside: ReadonlyMap<string, QuarantineCounts> },
): VoteResult {
  const rowsOf = (standing: IdolStanding, inRound: number) =>
    nameRank(activity, standing, setAside.get(`${inRound} ${standing.idolId}`));
  return {
    activityId: activity.id,
    titles: inOrder(activity.title),
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    totalVotes,
    setAside: sumQuarantineCounts(setAside.values()),
    ranking: list.flatMap((standing) => rowsOf(standing, lastRound)),
    earlierRounds: activity.rounds.slice(0, -1).map(({ round, opensAt, closesAt }) => {
      const rows = earlier.filter((row) => row.round === round);
      return {
        round,
        opensAt: opensAt.toISOString(),
        closesAt: closesAt.toISOString(),
        totalVotes: rows.reduce((sum, { votes }) => sum + votes, 0),
        ranking: rows.flatMap(({ goesOn, ...standing }) => rowsOf(standing, round).map((row) => ({ ...row, goesOn }))),
      };
    }),
  };
}

/** Returns an idol's rank with her names; undefined for an unknown idol. */
function nameRank(
  activity: Activity,
  { idolId, rank, votes }: IdolStanding,
  setAside: QuarantineCounts | undefined,
): VoteResult['ranking'] {
  const candidate = activity.candidates.get(idolId);
  const team = activity.teams.find(({ id }) => id === candidate?.teamId);
  if (!candidate || !team) return [];
  const { number, teamId } = candidate;
  const { released = 0, voided = 0 } = setAside ?? {};
  const names = { names: inOrder(candidate.name), teamId, teamNames: inOrder(team.name) };
  return [{ rank, idolId, number, ...names, votes, released, voided }];
}

/** Sorts languages, because the database does not keep their order and equal texts need equal bytes. */
function inOrder(text: TextInBothLanguages): TextInBothLanguages {
  return Object.fromEntries(languages.map((language) => [language, text[language]])) as TextInBothLanguages;
}

export function resultAsJson(result: VoteResult): Buffer {
  return Buffer.from(`${JSON.stringify(result, null, 2)}\n`);
}

/** The mark without which spreadsheets assume the local encoding. */
const byteOrderMark = '\uFEFF';

/**
 * Writes one line per idol as in RFC 4180. With several rounds there is one line per round and idol, which ends with
 * the round and whether she advanced.
 */
export function resultAsCsv({ ranking, earlierRounds }: VoteResult): Buffer {
  const head = [
    'rank',
    'idolId',
    'number',
    ...languages.map((language) => `name_${language}`),
    'teamId',
    ...languages.map((language) => `team_${language}`),
    'votes',
    'released',
    'voided',
  ];
  const hasRounds = earlierRounds.length > 0;
  const last = earlierRounds.length + 1;
  const lines = [
    ...earlierRounds.flatMap(({ round, ranking: rows }) =>
      rows.map((row) => [...cellsOf(row), round, row.goesOn ? 'yes' : 'no']),
    ),
    ...ranking.map((row) => (hasRounds ? [...cellsOf(row), last, ''] : cellsOf(row))),
  ];
  const heads = hasRounds ? [...head, 'round', 'goesOn'] : head;
  return Buffer.from(byteOrderMark + [heads, ...lines].map((cells) => `${cells.map(csvCell).join()}\r\n`).join(''));
}

function cellsOf({
  rank,
  idolId,
  number,
  names,
  teamId,
  teamNames,
  votes,
  released,
  voided,
}: VoteResult['ranking'][number]) {
  return [
    rank,
    idolId,
    number,
    ...languages.map((language) => names[language]),
    teamId,
    ...languages.map((language) => teamNames[language]),
    votes,
    released,
    voided,
  ];
}

/** Escapes a text that a spreadsheet would run as a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
