import type { Contract, InputOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { chatErrorText, useChatAction } from './chat-calls.ts';
import type { ChatMessage } from './chat-log.ts';
import { MessageLine } from './message-log.tsx';
import { MuteForm } from './mute-form.tsx';

type ReportReason = InputOf<Contract['POST /activity/api/v1/jplive/chat/report']>['body']['reason'];

/** Child safety first: it is the one that must not be looked for. */
const reasons: readonly ReportReason[] = ['childSafety', 'insult', 'sexual', 'privateDetails', 'spam', 'other'];

type MessageSheetProps = {
  roomId: string;
  message: ChatMessage;
  isOwn: boolean;
  isModerator: boolean;
  isPinned: boolean;
  onClose: () => void;
};

/** Offers what can be done about a message: one more tap reports it. Moderators have their tools on top. */
export function MessageSheet(props: MessageSheetProps): ReactNode {
  const { roomId, message, isOwn, isModerator, isPinned, onClose } = props;
  const t = useText();
  const friendly = useFriendlyDate();
  const [isMuting, setMuting] = useState(false);
  return (
    <Sheet
      title={isMuting ? t('chat.mute.title', { nickname: message.nickname }) : t('chat.message')}
      subtitle={<span className="num">{friendly(message.sentAt)}</span>}
      onClose={onClose}
    >
      {(close) => (
        <div className="mt-4 space-y-5">
          <div className="flex items-start gap-2.5 rounded-tile bg-raise p-3.5">
            <MessageLine message={message} />
          </div>
          {isMuting ? <MuteForm roomId={roomId} messageId={message.messageId} onDone={close} /> : null}
          {isModerator && !isMuting ? (
            <Moderation
              roomId={roomId}
              message={message}
              isPinned={isPinned}
              onMute={() => setMuting(true)}
              onDone={close}
            />
          ) : null}
          {isOwn || isMuting ? null : <ReportAndBlock roomId={roomId} message={message} onDone={close} />}
        </div>
      )}
    </Sheet>
  );
}

type PartProps = { roomId: string; message: ChatMessage; onDone: () => void };

function ReportAndBlock({ roomId, message, onDone }: PartProps): ReactNode {
  const t = useText();
  const report = useChatAction('POST /activity/api/v1/jplive/chat/report', roomId);
  const block = useChatAction('POST /activity/api/v1/jplive/chat/block', roomId);
  const { messageId, nickname } = message;
  const error = report.error ?? block.error;
  const isPending = report.isPending || block.isPending;
  return (
    <section aria-label={t('chat.report')}>
      <CloseWhen done={report.isSuccess || block.isSuccess} close={onDone} />
      <h3 className="text-body font-bold">{t('chat.report')}</h3>
      <p className="text-caption text-mute">{t('chat.reportNote')}</p>
      <ul className="mt-2 divide-y divide-line">
        {reasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              aria-disabled={isPending || undefined}
              className="press flex min-h-13 w-full items-center gap-3 py-2 text-left aria-disabled:opacity-50"
              onClick={() => {
                if (isPending) return;
                const thanks = t(reason === 'childSafety' ? 'chat.reportedHidden' : 'chat.reported');
                report.mutate(
                  { body: { messageId, reason } },
                  { onSuccess: () => showToast({ kind: 'success', title: thanks }) },
                );
              }}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`chat.reason.${reason}`)}</span>
                {reason === 'childSafety' ? (
                  <span className="block text-caption text-pretty text-mute">{t('chat.childSafetyNote')}</span>
                ) : null}
              </span>
              <NextIcon size={18} className="text-mute" />
            </button>
          </li>
        ))}
      </ul>
      {error ? <InlineAlert>{chatErrorText(error, t)}</InlineAlert> : null}
      <Button
        variant="soft"
        size="large"
        className="mt-4"
        busy={block.isPending}
        onClick={() => {
          if (isPending) return;
          const blocked = t('chat.blockedFan', { nickname });
          block.mutate({ body: { messageId } }, { onSuccess: () => showToast({ kind: 'success', title: blocked }) });
        }}
      >
        {t('chat.block', { nickname })}
      </Button>
      <p className="mt-2 text-center text-caption text-mute">{t('chat.blockNote')}</p>
    </section>
  );
}

function Moderation({
  roomId,
  message: { messageId, role },
  isPinned,
  onMute,
  onDone,
}: PartProps & { isPinned: boolean; onMute: () => void }): ReactNode {
  const t = useText();
  const moderate = useChatAction('POST /activity/api/v1/jplive/chat/moderate', roomId);
  const running = moderate.isPending ? moderate.variables.body.action : undefined;
  const pin = isPinned ? 'unpin' : 'pin';
  const take = (action: 'pin' | 'unpin' | 'remove') => {
    if (!running) moderate.mutate({ body: { messageId, action } });
  };
  return (
    <div role="group" aria-label={t('chat.moderation')} className="space-y-3">
      <CloseWhen done={moderate.isSuccess} close={onDone} />
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" busy={running === pin} onClick={() => take(pin)}>
          {t(isPinned ? 'chat.unpin' : 'chat.pin')}
        </Button>
        <Button variant="soft" busy={running === 'remove'} onClick={() => take('remove')}>
          {t('chat.remove')}
        </Button>
        {role === 'fan' ? (
          <Button variant="soft" onClick={onMute}>
            {t('chat.mute.action')}
          </Button>
        ) : null}
      </div>
      {moderate.error ? <InlineAlert>{chatErrorText(moderate.error, t)}</InlineAlert> : null}
    </div>
  );
}
