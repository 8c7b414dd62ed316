import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import type { MyChat } from './chat-log.ts';
import type { WritingState } from './composing.ts';

const appealSheet = lazyPart(() => import('./appeal-sheet.tsx').then((module) => module.AppealSheet));

const texts: Record<Exclude<WritingState, 'open' | 'muted'>, MessageId> = {
  signIn: 'chat.note.signIn',
  coming: 'chat.note.coming',
  over: 'chat.note.over',
  closed: 'chat.note.closed',
  paused: 'chat.note.paused',
  readOnly: 'chat.note.readOnly',
  moderatorsOnly: 'chat.note.moderatorsOnly',
};

type WritingNoteProps = {
  roomId: string;
  writing: Exclude<WritingState, 'open'>;
  mute: MyChat['mute'];
};

/** In place of the field: why nothing can be written, and the way on where there is one. */
export function WritingNote({ roomId, writing, mute }: WritingNoteProps): ReactNode {
  const t = useText();
  if (writing === 'muted') return mute ? <Muted roomId={roomId} mute={mute} /> : null;
  return (
    <div className="chat-note bg-raise">
      <p role="status" className="min-w-0 flex-1 text-small text-pretty text-mute">
        {t(texts[writing])}
      </p>
      {/* A host app signs its fans in itself. */}
      {writing === 'signIn' && !hostPresence() ? (
        <Link href={signInPath(location.pathname + location.search)} className={buttonStyle('primary')}>
          {t('account.signIn')}
        </Link>
      ) : null}
    </div>
  );
}

function Muted({ roomId, mute }: { roomId: string; mute: NonNullable<MyChat['mute']> }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isOpen, setOpen] = useState(false);
  const { until, reason, appeal } = mute;
  return (
    <div className="chat-note bg-warn-soft">
      <div role="status" className="min-w-0 flex-1 text-small">
        <p className="font-bold text-warn">
          {until === null ? t('chat.muted') : t('chat.mutedUntil', { until: friendly(until) })}
        </p>
        <p className="chat-text">{t('chat.mutedReason', { reason })}</p>
        {appeal === 'open' || appeal === 'refused' ? (
          <p className="text-mute">{t(appeal === 'open' ? 'chat.appeal.open' : 'chat.appeal.refused')}</p>
        ) : null}
      </div>
      {appeal === 'none' ? (
        <Button variant="soft" onClick={() => setOpen(true)}>
          {t('chat.appeal.action')}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <appealSheet.Component roomId={roomId} mute={mute} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
