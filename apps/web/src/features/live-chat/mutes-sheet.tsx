import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Name } from '#/ui/name.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { chatErrorText, chatKeys, useChatAction } from './chat-calls.ts';

const route = 'GET /activity/api/v1/jplive/chat/mutes';

type Mute = DataOf<Contract[typeof route]>['list'][number];

/** Lists the fans who are muted in a room, and lets moderators unmute them. */
export function MutesSheet({ roomId, onClose }: { roomId: string; onClose: () => void }): ReactNode {
  const t = useText();
  const pages = useMyPagedList({
    queryKey: chatKeys.mutes(roomId),
    order: 'newestFirst',
    fetchPage: (query, signal) => call(route, { query: { ...query, roomId } }, { signal }),
  });
  return (
    <Sheet title={t('chat.mutes')} subtitle={t('chat.mutesNote')} onClose={onClose}>
      <div className="mt-3">
        <InfiniteList
          label={t('chat.mutes')}
          more="on-press"
          pages={pages}
          rowHeight={88}
          errorText={t('chat.mutesError')}
          empty={<Empty icon={CheckIcon} text={t('chat.mutesNone')} />}
          keyOf={({ muteId }) => muteId}
          renderRow={(mute) => <MutedFan roomId={roomId} mute={mute} />}
        />
      </div>
    </Sheet>
  );
}

function MutedFan({ roomId, mute }: { roomId: string; mute: Mute }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const lift = useChatAction('POST /activity/api/v1/jplive/chat/liftMute', roomId);
  const { muteId, nickname, reason, until } = mute;
  return (
    <div className="space-y-2 py-3.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Name className="block truncate font-bold">{nickname}</Name>
          <p className="num text-caption text-mute">
            {until === null ? t('chat.mute.length.forEver') : t('chat.mutes.until', { until: friendly(until) })}
          </p>
          <p className="chat-text text-small">{reason}</p>
        </div>
        <Button
          variant="soft"
          busy={lift.isPending}
          aria-label={t('chat.mutes.liftFor', { nickname })}
          onClick={() => {
            if (lift.isPending) return;
            lift.mutate(
              { body: { roomId, muteId } },
              { onSuccess: () => showToast({ kind: 'success', title: t('chat.mutes.lifted', { nickname }) }) },
            );
          }}
        >
          {t('chat.mutes.lift')}
        </Button>
      </div>
      {lift.error ? <InlineAlert>{chatErrorText(lift.error, t)}</InlineAlert> : null}
    </div>
  );
}
