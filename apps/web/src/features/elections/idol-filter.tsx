import type { ReactNode } from 'react';
import type { Language } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { SearchFold } from '#/lib/search/use-search-fold.ts';
import { Chip } from '#/ui/chip.tsx';
import { Name } from '#/ui/name.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import type { Team, Idol, IdolStanding } from './standings.ts';

type IdolSearchProps = {
  keyword: string;
  /** The idols' numbers, ascending; undefined if unknown. */
  numbers?: readonly number[] | undefined;
  onChange: (keyword: string) => void;
};

/** Finds an idol by name or number as the fan types. */
export function IdolSearch({ keyword, numbers = [], onChange }: IdolSearchProps): ReactNode {
  const t = useText();
  const [first, last] = [numbers[0], numbers.at(-1)];
  return (
    <SearchField
      label={t('search.label')}
      placeholder={
        first === undefined || last === undefined
          ? t('search.placeholder')
          : t('search.placeholderNumbers', { first, last })
      }
      value={keyword}
      onChange={onChange}
    />
  );
}

type TeamFilterProps = {
  teams: readonly Team[];
  /** Null shows every team. */
  selected: string | null;
  onSelect: (teamId: string | null) => void;
};

/** Shows chips that narrow the ranking down to one team. */
export function TeamFilter({ teams, selected, onSelect }: TeamFilterProps): ReactNode {
  const t = useText();
  return (
    <div role="group" aria-label={t('teams.label')} className="scroll-row -mx-4 gap-2 px-4">
      <Chip pressed={selected === null} onPress={() => onSelect(null)}>
        {t('teams.all')}
      </Chip>
      {teams.map(({ teamId, name, colour }) => (
        <Chip key={teamId} pressed={selected === teamId} onPress={() => onSelect(selected === teamId ? null : teamId)}>
          <span className="size-2.5 rounded-full" style={{ background: colour }} />
          <Name>{name}</Name>
        </Chip>
      ))}
    </div>
  );
}

export const idolSorts = ['rank', 'number', 'name'] as const;
export type IdolSort = (typeof idolSorts)[number];

type IdolQuery = {
  /** Whatever was typed: parts of names in either script, of a team's name, or a number. */
  readonly keyword: string;
  readonly teamId: string | null;
  readonly fold: SearchFold;
};

type SearchedIdol = Pick<Idol, 'idolId' | 'names' | 'number' | 'teamId'>;

/**
 * Returns the matching idols in the given order; ranks and gaps stay those of the whole. Each typed word must occur in
 * one of the idol's or team's names, or equal her number, so that "tang lumi" and "firefly 3" match.
 */
export function findIdols<Row extends SearchedIdol>(
  all: readonly Row[],
  teams: readonly Team[] = [],
  { keyword, teamId, fold }: IdolQuery,
): readonly Row[] {
  if (keyword.trim() === '') return teamId === null ? all : all.filter((idol) => idol.teamId === teamId);
  const typed = fold(keyword).split(/\s+/).filter(Boolean);
  const teamNames = new Map(teams.map((team) => [team.teamId, namesOf(team, fold)]));
  // Every team name contains "Team": alone it matches no team, and beside other words it is ignored.
  const isCommon = (word: string) => teams.length > 1 && [...teamNames.values()].every((names) => holds(names, word));
  const telling = typed.filter((word) => !isCommon(word));
  const words = telling.length > 0 ? telling : typed;
  const fitsTeam = (id: string, word: string) => telling.includes(word) && holds(teamNames.get(id) ?? [], word);
  return all.filter((idol) => {
    if (teamId !== null && idol.teamId !== teamId) return false;
    const names = namesOf(idol, fold);
    return words.every((word) => isNumber(word, idol.number) || holds(names, word) || fitsTeam(idol.teamId, word));
  });
}

type WithdrawnQuery = Omit<IdolQuery, 'teamId'> & {
  /** The idols that the fan voted for or chose. */
  readonly mine: readonly string[];
};

/**
 * Returns the withdrawn idols to name: those of the fan, and those that a keyword is about. A list shows none of them
 * otherwise.
 */
export function withdrawnToName<Row extends SearchedIdol>(
  withdrawn: readonly Row[],
  { keyword, fold, mine }: WithdrawnQuery,
): readonly Row[] {
  const found = keyword.trim() === '' ? [] : findIdols(withdrawn, [], { keyword, teamId: null, fold });
  return withdrawn.filter((idol) => mine.includes(idol.idolId) || found.includes(idol));
}

function namesOf({ names }: Pick<Idol, 'names'>, fold: SearchFold): readonly string[] {
  return Object.values(names).map(fold);
}

function holds(names: readonly string[], word: string): boolean {
  return names.some((name) => name.includes(word));
}

/** Matches `7`, `07` and `#7` with number 7 but not 17. */
function isNumber(word: string, number: number): boolean {
  const digits = /^#?(\d+)$/.exec(word)?.[1];
  return digits !== undefined && Number(digits) === number;
}

/** Sorts idols as a fan wants to leaf through them; names as the language on screen sorts them. */
export function sortIdols(idols: readonly IdolStanding[], sort: IdolSort, language: Language): readonly IdolStanding[] {
  if (sort === 'rank') return idols.toSorted((one, other) => one.rank - other.rank);
  if (sort === 'number') return idols.toSorted((one, other) => one.number - other.number);
  const { compare } = new Intl.Collator(language.replace('_', '-'));
  return idols.toSorted((one, other) => compare(one.name, other.name));
}
