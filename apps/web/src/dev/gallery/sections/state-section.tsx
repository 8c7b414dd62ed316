import { type ReactNode, useState } from 'react';
import { OpensSoon } from '#/ui/opens-soon.tsx';
import { TransportError } from '#/lib/api/api-error.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

const noConnection = new TransportError('network', '/activity/api/v1/vote/voteRecord');

/** Loading, empty and error states. */
export function StateSection(): ReactNode {
  const say = useSay();
  const [retrying, setRetrying] = useState(false);
  return (
    <Section
      id="states"
      title="States"
      note="Skeletons have the final geometry and wait 120 ms before they are seen. Empty: one sentence, one action. Failed: what, why, and Retry."
    >
      <Specimen name="Loading, on a card">
        <RecordSkeleton />
      </Specimen>
      <Specimen name="Loading, on a stage" on="stage">
        <LoadingRegion>
          <PodiumSkeleton />
        </LoadingRegion>
      </Specimen>
      <Specimen name="Empty">
        <Empty
          icon={HeartIcon}
          text={say('You haven’t voted yet. Your idol is waiting.', '還沒有投票紀錄，你的偶像正在等你。')}
          action={<Button>{say('See the ranking', '前往排行榜')}</Button>}
        />
      </Specimen>
      <Specimen name="Failed">
        <LoadError
          text={say('We couldn’t load your votes.', '無法載入投票紀錄。')}
          error={noConnection}
          retrying={retrying}
          onRetry={() => setRetrying(!retrying)}
        />
      </Specimen>
      <Specimen name="Stay tuned: opens later, without a promised date" on="page">
        <OpensSoon action={<Button variant="soft">{say('Back to home', '回到首頁')}</Button>}>
          {say(
            'The song list comes soon. Until then, listen to last year’s.',
            '歌單即將公布，在那之前先聽聽去年的歌。',
          )}
        </OpensSoon>
      </Specimen>
    </Section>
  );
}
