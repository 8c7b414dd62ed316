import { memo, type ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { ChatMessage } from './chat-log.ts';

const MoreIcon = drawIcon('M5.5 12v.1M12 12v.1M18.5 12v.1');

type MessageRowProps = {
  message: ChatMessage;
  isOwn?: boolean;
  /** Opens what can be done about the message; undefined where nothing can. */
  onPick?: ((message: ChatMessage) => void) | undefined;
};

/** One message, as compact as a long chat needs. */
export const MessageRow = memo(function MessageRow({ message, isOwn = false, onPick }: MessageRowProps): ReactNode {
  return (
    <li className="chat-row" data-own={isOwn || undefined} data-message={message.messageId}>
      <MessageLine message={message} />
      {onPick ? <MessageOptions message={message} onPick={onPick} /> : null}
    </li>
  );
});

type MessageOptionsProps = { message: ChatMessage; onPick: (message: ChatMessage) => void };

/** Opens what can be done about a message. All that is around it is its target. */
export function MessageOptions({ message, onPick }: MessageOptionsProps): ReactNode {
  const t = useText();
  return (
    <button
      type="button"
      className="chat-options text-mute"
      aria-label={t('chat.options', { nickname: message.nickname, text: message.text })}
      onClick={() => onPick(message)}
    >
      <MoreIcon size={18} />
    </button>
  );
}

/** Who says what. Links stay text. */
export function MessageLine({ message: { nickname, avatarUrl, role, text } }: { message: ChatMessage }): ReactNode {
  const t = useText();
  return (
    <>
      <Portrait src={avatarUrl} width={28} height={28} className="chat-avatar" />
      <p className="chat-text min-w-0 flex-1 text-small">
        <Name className={`font-bold ${role === 'fan' ? 'text-mute' : 'text-brand'}`}>{nickname}</Name>{' '}
        {role === 'fan' ? null : (
          <>
            <Badge tone={role === 'host' ? 'brand' : 'ok'}>{t(`chat.role.${role}`)}</Badge>{' '}
          </>
        )}
        <bdi>{text}</bdi>
      </p>
    </>
  );
}
