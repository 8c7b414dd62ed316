import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#/lib/lazy-part.ts';
import type { TopUpSheetKind } from './top-up.tsx';

const load = () => import('./top-up.tsx');
const topUp = lazyPart(() => load().then((module) => module.TopUp));
const topUpSheet = lazyPart(() => load().then((module) => module.TopUpSheet));

/**
 * Returns a step to more votes or tickets for a sheet that spends them. `sheet` is rendered beside that sheet, because
 * `step` disappears as soon as the balance suffices.
 */
export function useTopUp(need: 'votes' | 'tickets', activityId: string): { step: ReactNode; sheet: ReactNode } {
  const [sheet, setSheet] = useState<TopUpSheetKind | null>(null);
  const TopUp = topUp.Component;
  const TopUpSheet = topUpSheet.Component;
  return {
    step: (
      <Suspense>
        <TopUp need={need} activityId={activityId} onOpen={setSheet} />
      </Suspense>
    ),
    sheet: sheet ? (
      <Suspense>
        <TopUpSheet sheet={sheet} activityId={activityId} onClose={() => setSheet(null)} />
      </Suspense>
    ) : null,
  };
}
