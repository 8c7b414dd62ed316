import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { IdolSearch } from '../idol-search.tsx';
import { findIdols } from '../search/find-idols.ts';
import type { Idol, Team } from '../standings.ts';
import { TeamFilter } from '../team-filter.tsx';
import { IdolTile } from './idol-tile.tsx';
import { isWhole, type Lineup } from './lineup.ts';

type IdolPickerProps = {
  idols: readonly Idol[];
  /** Undefined while they are not known: choosing goes on without. */
  teams: readonly Team[] | undefined;
  lineup: Lineup;
  onToggle: (idolId: string) => void;
};

/** Everybody who takes part, to choose from; narrowed down by name, number and team. */
export function IdolPicker({ idols, teams, lineup, onToggle }: IdolPickerProps): ReactNode {
  const t = useText();
  const [keyword, setKeyword] = useState('');
  const [teamId, setTeamId] = useState<string | null>(null);
  const shown = useMemo(() => findIdols(idols, teams, { keyword, teamId }), [idols, teams, keyword, teamId]);
  const colours = new Map(teams?.map((team) => [team.teamId, team.colour]));
  const full = isWhole(lineup);

  const showAll = () => {
    setKeyword('');
    setTeamId(null);
  };

  return (
    <>
      <div className="space-y-3">
        <IdolSearch keyword={keyword} onChange={setKeyword} />
        <div className="min-h-11">
          {teams ? <TeamFilter teams={teams} selected={teamId} onSelect={setTeamId} /> : null}
        </div>
      </div>
      <div className="card mt-4 p-4">
        {shown.length > 0 ? (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,130px),1fr))] gap-2.5">
            {shown.map((idol) => {
              const index = lineup.indexOf(idol.idolId);
              return (
                <li key={idol.idolId} className="grid">
                  <IdolTile
                    idol={idol}
                    place={index === -1 ? undefined : index}
                    teamColour={colours.get(idol.teamId)}
                    disabled={full && index === -1}
                    onPress={() => onToggle(idol.idolId)}
                  />
                </li>
              );
            })}
          </ul>
        ) : (
          <Empty
            icon={SearchIcon}
            text={t('search.nobody')}
            action={
              <Button variant="soft" onClick={showAll}>
                {t('search.showAll')}
              </Button>
            }
          />
        )}
      </div>
    </>
  );
}
