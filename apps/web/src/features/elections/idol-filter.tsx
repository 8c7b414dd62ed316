import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Chip } from '#/ui/chip.tsx';
import { Name } from '#/ui/name.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import type { Team } from './standings.ts';

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

/** Chips that narrow the ranking down to one team. */
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
