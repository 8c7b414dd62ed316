import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type IdolSort, idolSorts } from '#/features/votes/search/find-idols.ts';
import { useDebounced } from '#/lib/timing/use-debounced.ts';

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
  const search = useSearch();
  const [location, navigate] = useLocation();
  const address = new URLSearchParams(search);
  const q = address.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed).trim();
  const keyword = typed.trim() === '' ? '' : settled;

  // A choice replaces the address: leafing back through every letter would be no way back.
  const write = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(globalThis.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    navigate(text ? `${location}?${text}` : location, { replace: true });
  };

  const tellAddress = useEffectEvent((settledKeyword: string) => {
    if (settledKeyword !== q) write({ q: settledKeyword });
  });
  useEffect(() => tellAddress(keyword), [keyword]);

  return {
    typed,
    keyword,
    teamId: address.get('team'),
    sort: idolSorts.find((sort) => sort === address.get('sort')) ?? 'rank',
    type: setTyped,
    chooseTeam: (team) => write({ team }),
    chooseSort: (sort) => write({ sort: sort === 'rank' ? null : sort }),
    clear: () => {
      setTyped('');
      write({ q: null, team: null });
    },
  };
}
