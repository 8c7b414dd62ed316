import type { ReactNode } from 'react';
import { Button } from '#/ui/button.tsx';
import { ToastCard } from '#/ui/toast/toaster.tsx';
import { showToast, type Toast } from '#/ui/toast/toast-store.ts';
import { Section, Specimen, useSay } from '../section.tsx';

type Draft = Omit<Toast, 'id'>;

function useDrafts(): readonly Draft[] {
  const say = useSay();
  return [
    { kind: 'success', title: say('+20 Points', '+20 點數'), detail: say('Visit the mall', '逛逛商城') },
    { kind: 'notice', title: say('A new version is ready', '新版本已就緒') },
    { kind: 'warning', title: say('Your session has expired', '登入已過期') },
    {
      kind: 'error',
      title: say('Service Unavailable', '服務暫時無法使用'),
      detail: say('Lots of fans are here right now. Please try again in a moment.', '目前人潮眾多，請稍後再試。'),
      path: '/activity/api/v1/vote/doVote',
      requestId: 'req-7f3a',
    },
  ];
}

/** Toasts. */
export function ToastSection(): ReactNode {
  const say = useSay();
  const drafts = useDrafts();
  const names = [say('Success', '成功'), say('Notice', '通知'), say('Warning', '警告'), say('Error', '錯誤')];
  return (
    <Section
      id="toasts"
      title="Toasts"
      note="40 px from the top, 4.5 s, at most three. The clock stands still while a toast is pointed at or has the focus, and while the page is hidden. Errors are announced at once; an empty message is not shown."
    >
      <Specimen name="Show each">
        <div className="flex flex-wrap gap-3">
          {drafts.map((draft, index) => (
            <Button key={draft.kind} variant="soft" onClick={() => showToast(draft)}>
              {names[index]}
            </Button>
          ))}
          <Button variant="soft" onClick={() => drafts.forEach(showToast)}>
            {say('All four', '四則')}
          </Button>
          <Button variant="soft" onClick={() => showToast({ kind: 'error', title: say('Error', '錯誤'), detail: '' })}>
            {say('An empty message', '空白訊息')}
          </Button>
        </div>
      </Specimen>
      <Specimen name="The four kinds" on="page">
        <div className="space-y-3">
          {drafts.map((draft, index) => (
            // Ids below zero: none of these is ever in the store.
            <ToastCard key={draft.kind} toast={{ ...draft, id: -1 - index }} />
          ))}
        </div>
      </Specimen>
    </Section>
  );
}
