import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { type IdolSort, idolSorts } from './find-idols.ts';

type SortChoiceProps = {
  /** Those the election offers; all of them until they are known. */
  sorts: readonly IdolSort[] | undefined;
  value: IdolSort;
  onChange: (sort: IdolSort) => void;
};

/** By what the idols that were found are put in order. */
export function SortChoice({ sorts = idolSorts, value, onChange }: SortChoiceProps): ReactNode {
  const t = useText();
  return (
    <SegmentedControl
      label={t('search.sort')}
      value={value}
      onChange={onChange}
      segments={sorts.map((sort) => ({ value: sort, label: t(`search.sort.${sort}`) }))}
    />
  );
}
