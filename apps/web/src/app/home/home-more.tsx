import type { ReactNode } from 'react';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { HomeDiscover } from './home-discover.tsx';
import { HomeMall } from './home-mall.tsx';
import { HomeTasks } from './home-tasks.tsx';
import { HomeWallet } from './home-wallet.tsx';

/** What stands below the first screenful of home, in a chunk of its own so that the stage does not wait for it. */
export function HomeMore({ activity }: { activity: Activity }): ReactNode {
  return (
    <>
      <HomeWallet activity={activity} />
      <HomeTasks />
      <HomeMall />
      <HomeDiscover />
    </>
  );
}
