import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Name } from '#/ui/name.tsx';
import { chatErrorText, useChatAction } from './chat-calls.ts';
import type { MyChat } from './chat-log.ts';

type BlockedSheetProps = { roomId: string; fans: MyChat['blockedFans']; onClose: () => void };

/** Lists the fans whom the fan blocks, and lets the fan unblock them. */
export function BlockedSheet({ roomId, fans, onClose }: BlockedSheetProps): ReactNode {
  const t = useText();
  const unblock = useChatAction('POST /activity/api/v1/jplive/chat/unblock', roomId);
  return (
    <Sheet title={t('chat.blocked')} subtitle={t('chat.blockedNote')} onClose={onClose}>
      <ul className="mt-5 divide-y divide-line">
        {fans.map(({ blockId, nickname }) => (
          <li key={blockId} className="flex min-h-14 items-center gap-3">
            <Name className="min-w-0 flex-1 truncate font-semibold">{nickname}</Name>
            <Button
              variant="soft"
              busy={unblock.isPending && unblock.variables.body.blockId === blockId}
              aria-label={t('chat.unblockFan', { nickname })}
              onClick={() => unblock.mutate({ body: { blockId } })}
            >
              {t('chat.unblock')}
            </Button>
          </li>
        ))}
      </ul>
      {fans.length === 0 ? <p className="text-small text-mute">{t('chat.blockedNone')}</p> : null}
      {unblock.error ? <InlineAlert>{chatErrorText(unblock.error, t)}</InlineAlert> : null}
    </Sheet>
  );
}
