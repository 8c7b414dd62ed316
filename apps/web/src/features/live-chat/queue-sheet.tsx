import type { Contract, DataOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { Empty } from '#/ui/empty.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { chatErrorText, chatKeys, useChatAction } from './chat-calls.ts';
import { MessageLine } from './message-log.tsx';
import { MuteForm } from './mute-form.tsx';

const route = 'GET /activity/api/v1/jplive/chat/queue';
const pollMs = 5000;

type QueuedMessage = DataOf<Contract[typeof route]>['list'][number];

/** Lists what waits for a moderator, child safety first. */
export function QueueSheet({ roomId, onClose }: { roomId: string; onClose: () => void }): ReactNode {
  const t = useText();
  const pages = useQueue(roomId);
  return (
    <Sheet title={t('chat.queue')} subtitle={t('chat.queueNote')} onClose={onClose}>
      <div className="mt-3">
        <InfiniteList
          label={t('chat.queue')}
          more="on-press"
          pages={pages}
          rowHeight={120}
          errorText={t('chat.queueError')}
          empty={<Empty icon={CheckIcon} text={t('chat.queueNone')} />}
          keyOf={({ messageId }) => messageId}
          renderRow={(waiting) => <WaitingMessage roomId={roomId} waiting={waiting} />}
        />
      </div>
    </Sheet>
  );
}

function WaitingMessage({ roomId, waiting }: { roomId: string; waiting: QueuedMessage }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isMuting, setMuting] = useState(false);
  const moderate = useChatAction('POST /activity/api/v1/jplive/chat/moderate', roomId);
  const { messageId, because, reports, isLocked, sentAt, role } = waiting;
  const running = moderate.isPending ? moderate.variables.body.action : undefined;
  const take = (action: 'show' | 'remove') => {
    if (!running) moderate.mutate({ body: { messageId, action } });
  };
  return (
    <article aria-label={waiting.text} className="space-y-2.5 py-3.5">
      <p className="flex flex-wrap items-center gap-1.5 text-caption text-mute">
        {/* Reports about child safety need no badge, because their text says it. */}
        {reports.some(({ reason }) => reason === because) ? null : (
          <Badge tone={because === 'childSafety' ? 'brand' : 'warn'}>{t(`chat.because.${because}`)}</Badge>
        )}
        {reports.map(({ reason, count }) => (
          <Badge key={reason} tone={reason === because ? 'brand' : 'quiet'}>
            {t('chat.reportCount', { reason: t(`chat.reason.${reason}`), count })}
          </Badge>
        ))}
        <span className="num ml-auto">{friendly(sentAt)}</span>
      </p>
      <div className="flex items-start gap-2.5">
        <MessageLine message={waiting} />
      </div>
      {isLocked ? (
        <p className="flex items-start gap-2 rounded-tile bg-raise p-3 text-small text-pretty text-mute">
          <LockIcon size={18} />
          {t('chat.locked')}
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button busy={running === 'show'} onClick={() => take('show')}>
            {t('chat.show')}
          </Button>
          <Button variant="soft" busy={running === 'remove'} onClick={() => take('remove')}>
            {t('chat.remove')}
          </Button>
          {role === 'fan' ? (
            <Button variant="quiet" aria-expanded={isMuting} onClick={() => setMuting(!isMuting)}>
              {t('chat.mute.action')}
            </Button>
          ) : null}
        </div>
      )}
      {moderate.error ? <InlineAlert>{chatErrorText(moderate.error, t)}</InlineAlert> : null}
      {isMuting ? <MuteForm roomId={roomId} messageId={messageId} onDone={() => setMuting(false)} /> : null}
    </article>
  );
}

function useQueue(roomId: string): PagedList<QueuedMessage> {
  return useMyPagedList({
    queryKey: chatKeys.queue(roomId),
    order: 'other',
    fetchPage: (query, signal) => call(route, { query: { ...query, roomId } }, { signal }),
    refetchInterval: () => pollMs,
  });
}
