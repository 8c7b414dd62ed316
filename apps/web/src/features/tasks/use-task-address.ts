import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useDebounced } from '#/lib/timing/debounce.ts';
import { useAddressParameters } from '#/lib/use-address-parameters.ts';
import { tabOrder, type TaskTab } from './task.ts';

export type TaskAddress = {
  readonly tab: TaskTab | 'all';
  /** The text of the search field, and the debounced search. */
  readonly typed: string;
  readonly keyword: string;
  /** The task that a link leads to, and whether its sheet is to be open. */
  readonly wanted: { readonly taskId: string; readonly isOpen: boolean } | undefined;
  readonly chooseTab: (tab: TaskTab | 'all') => void;
  readonly type: (keyword: string) => void;
  readonly clear: () => void;
  /** The sheet was closed; the task stays the one that the link led to. */
  readonly closeWanted: () => void;
};

/** The state of the list in the address: `?tab=&q=&task=&open=1`. */
export function useTaskAddress(): TaskAddress {
  const { read, write } = useAddressParameters();
  const q = read('q') ?? '';
  const [typed, setTyped] = useState(q);
  const known = useRef(q);
  const settled = useDebounced(typed).trim();
  const keyword = typed.trim() === '' ? '' : settled;

  const tellAddress = useEffectEvent((settledKeyword: string) => {
    if (settledKeyword === q) return;
    known.current = settledKeyword;
    write({ q: settledKeyword, task: null, open: null });
  });
  useEffect(() => tellAddress(keyword), [keyword]);

  // A keyword from a link; the typed one would hide the linked task.
  useEffect(() => {
    if (q === known.current) return;
    known.current = q;
    setTyped(q);
  }, [q]);

  const taskId = read('task');
  const isOpen = read('open') === '1';
  const wanted = useMemo(() => (taskId ? { taskId, isOpen } : undefined), [taskId, isOpen]);
  const closeWanted = useCallback(() => write({ open: null }), [write]);
  return {
    tab: tabOrder.find((tab) => tab === read('tab')) ?? 'all',
    typed,
    keyword,
    wanted,
    chooseTab: (tab) => write({ tab: tab === 'all' ? null : tab, task: null, open: null }),
    type: setTyped,
    clear: () => {
      setTyped('');
      write({ q: null });
    },
    closeWanted,
  };
}
