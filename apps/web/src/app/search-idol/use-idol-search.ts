import { useEffect, useEffectEvent, useState } from 'react';
import { type IdolSort, idolSorts } from '#/features/votes/search/find-idols.ts';
import { useDebounced } from '#/lib/timing/use-debounced.ts';
import { useAddressParameters } from '#/lib/use-address-parameters.ts';

export type IdolSearchState = {
  /** What stands in the search field, and what is searched for once the fan pauses. */
  readonly typed: string;
  readonly keyword: string;
  readonly teamId: string | null;
  readonly sort: IdolSort;
  readonly type: (keyword: string) => void;
  readonly chooseTeam: (teamId: string | null) => void;
  readonly chooseSort: (sort: IdolSort) => void;
  /** Back to everybody. */
  readonly clear: () => void;
};

/** The search as the address tells it (`?q=&team=&sort=`), so that going back and sharing find the same idols. */
export function useIdolSearch(): IdolSearchState {
  const { read, write } = useAddressParameters();
  const q = read('q') ?? '';
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed).trim();
  const keyword = typed.trim() === '' ? '' : settled;

  const tellAddress = useEffectEvent((settledKeyword: string) => {
    if (settledKeyword !== q) write({ q: settledKeyword });
  });
  useEffect(() => tellAddress(keyword), [keyword]);

  return {
    typed,
    keyword,
    teamId: read('team'),
    sort: idolSorts.find((sort) => sort === read('sort')) ?? 'rank',
    type: setTyped,
    chooseTeam: (team) => write({ team }),
    chooseSort: (sort) => write({ sort: sort === 'rank' ? null : sort }),
    clear: () => {
      setTyped('');
      write({ q: null, team: null });
    },
  };
}
