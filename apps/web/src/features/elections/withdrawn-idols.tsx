import type { ReactNode } from 'react';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSearchFold } from '#/lib/search/use-search-fold.ts';
import { Portrait } from '#/ui/portrait.tsx';
import { useActivity } from './election-queries.ts';
import type { IdolPlace } from './idol/use-idol.ts';
import { withdrawnToName } from './idol-filter.tsx';

type WithdrawnIdolsProps = {
  activityId: string;
  /** The fan's search. */
  keyword?: string;
  /** The idols that the fan voted for or chose. */
  mine?: readonly string[];
};

/** Says of an idol whom the fan looks for or voted for that she has withdrawn. Nothing without one. */
export function WithdrawnIdols({ activityId, keyword = '', mine = [] }: WithdrawnIdolsProps): ReactNode {
  const t = useText();
  const activity = useActivity(activityId);
  const fold = useSearchFold(keyword);
  const named = withdrawnToName(activity.data?.withdrawn ?? [], { keyword, fold, mine });
  if (named.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2">
      {named.map(({ idolId, name, portraitUrl }) => (
        <li key={idolId} className="flex items-center gap-3 rounded-tile bg-raise p-3">
          <Portrait src={portraitUrl} width={44} height={44} className="size-11 shrink-0 rounded-full opacity-60" />
          <p dir="auto" className="min-w-0 text-small font-semibold text-pretty">
            {t('idol.hasWithdrawn', { name })}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Returns what to say of an idol when a call is refused because she has withdrawn; undefined for any other failure. */
export function useWithdrawnText({ activityId, idolId }: IdolPlace, error: Error | null): string | undefined {
  const t = useText();
  const isWithdrawn = error !== null && refusalReason(error) === 'IDOL_WITHDRAWN';
  const activity = useActivity(isWithdrawn ? activityId : undefined);
  if (!isWithdrawn) return undefined;
  const name = activity.data?.withdrawn?.find((idol) => idol.idolId === idolId)?.name;
  return name === undefined ? t('idol.withdrawn') : t('idol.hasWithdrawn', { name });
}
