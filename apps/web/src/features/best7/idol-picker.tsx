import { type ReactNode, useMemo, useState } from 'react';
import { IdolSearch, TeamFilter, findIdols } from '#/features/elections/idol-filter.tsx';
import type { Idol, Team } from '#/features/elections/standings.ts';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import { isWhole, type Lineup, PlaceBadge } from './formation.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';

type IdolPickerProps = {
  activityId: string;
  idols: readonly Idol[];
  /** Undefined while they are not known: choosing goes on without. */
  teams: readonly Team[] | undefined;
  lineup: Lineup;
  onToggle: (idolId: string) => void;
};

/** Shows all idols to choose from, filtered by name, number and team. */
export function IdolPicker({ activityId, idols, teams, lineup, onToggle }: IdolPickerProps): ReactNode {
  const t = useText();
  const [keyword, setKeyword] = useState('');
  const [teamId, setTeamId] = useState<string | null>(null);
  const fold = useSearchFold(keyword);
  const shown = useMemo(
    () => findIdols(idols, teams, { keyword, teamId, fold }),
    [idols, teams, keyword, teamId, fold],
  );
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
      <WithdrawnIdols activityId={activityId} keyword={keyword} />
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
            text={t('search.noMatch')}
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

type IdolTileProps = {
  idol: Idol;
  /** Her place in the lineup, counted from 0; undefined while she is not in it. */
  place: number | undefined;
  teamColour: string | undefined;
  /** There is no place left for her. */
  disabled: boolean;
  onPress: () => void;
};

/** Shows one idol to choose from: a press brings her into the lineup, another one takes her out. */
function IdolTile({ idol, place, teamColour, disabled, onPress }: IdolTileProps): ReactNode {
  const chosen = place !== undefined;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onPress}
      className={
        'press relative flex w-full flex-col items-center gap-1.5 rounded-tile p-2 pb-2.5 text-center ' +
        `disabled:opacity-40 ${chosen ? 'bg-brand-soft chosen-ring' : 'bg-bg'}`
      }
    >
      <Portrait
        src={idol.portraitUrl}
        width={100}
        height={100}
        className="aspect-square h-auto w-full rounded-control"
      />
      <Name className="text-small leading-tight font-bold wrap-anywhere">{idol.name}</Name>
      <span className="num inline-flex items-center gap-1.5 text-caption text-mute">
        {teamColour ? <span className="size-2 rounded-full" style={{ background: teamColour }} /> : null}
        {idol.number}
      </span>
      {chosen ? <PlaceBadge index={place} className="absolute top-1 right-1" /> : null}
    </button>
  );
}
