import { type ReactNode, useState } from 'react';
import { Section, Specimen, useSay } from '#/dev/gallery/section.tsx';
import { Button } from '#/ui/button.tsx';
import { Modal, Sheet } from '#/ui/dialog.tsx';
import { FormField, CheckboxField } from '#/ui/form-fields.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { Portrait } from '#/ui/portrait.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';

type DialogKind = 'plain' | 'stacked' | 'mask' | 'unclosable' | 'tall' | 'toast';

/** Shows questions and short messages in the middle of the screen. */
export function ModalSection(): ReactNode {
  const say = useSay();
  const [kind, setKind] = useState<DialogKind | null>(null);
  const openers: readonly { kind: DialogKind; text: string }[] = [
    { kind: 'plain', text: say('Plain', '一般') },
    { kind: 'stacked', text: say('Stacked', '堆疊') },
    { kind: 'mask', text: say('Mask not closable', '點背景不關閉') },
    { kind: 'unclosable', text: say('Unclosable', '無法關閉') },
    { kind: 'tall', text: say('Taller than the screen', '比畫面高') },
    { kind: 'toast', text: say('With a toast above', '上方顯示通知') },
  ];
  const onClose = () => setKind(null);
  return (
    <Section
      id="modals"
      title="Modals"
      note={
        'The page behind is blurred and stands still. The focus goes in, stays in and comes back. ' +
        'Escape and the backdrop close the topmost, unless it says otherwise; ' +
        'a press that began inside never does.'
      }
    >
      <Specimen name="Open each to try it" wide>
        <div className="flex flex-wrap gap-3">
          {openers.map((opener) => (
            <Button key={opener.kind} variant="soft" onClick={() => setKind(opener.kind)}>
              {opener.text}
            </Button>
          ))}
        </div>
      </Specimen>
      {kind === 'plain' ? <PlainModal onClose={onClose} /> : null}
      {kind === 'stacked' ? <StackedModal level={1} onClose={onClose} /> : null}
      {kind === 'mask' ? <MaskModal onClose={onClose} /> : null}
      {kind === 'unclosable' ? <UnclosableModal onClose={onClose} /> : null}
      {kind === 'tall' ? <TallModal onClose={onClose} /> : null}
      {kind === 'toast' ? <ToastModal onClose={onClose} /> : null}
    </Section>
  );
}

type ModalProps = { onClose: () => void };

/** Shows a question with two answers and something to type. */
function PlainModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('Sign out?', '要登出嗎？')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">
            {say('Your Points, tickets and votes stay safe.', '你的點數、投票券與票數都會保留。')}
          </p>
          <FormField className="mt-4" label={say('Why?', '為什麼？')} placeholder={say('Optional', '選填')} />
          <div className="mt-6 grid grid-cols-2 gap-3">
            <Button variant="soft" size="large" onClick={close}>
              {say('Stay', '留下')}
            </Button>
            {/* Taken off the screen by its owner at once, without an exit motion. */}
            <Button size="large" onClick={onClose}>
              {say('Sign out', '登出')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

/** Opens another above itself, and so on. */
function StackedModal({ level, onClose }: ModalProps & { level: number }): ReactNode {
  const say = useSay();
  const [hasNext, setHasNext] = useState(false);
  return (
    <Modal title={say(`Modal ${level}`, `第 ${level} 層`)} onClose={onClose}>
      {(close) => (
        <>
          <div className="mt-6 grid grid-cols-2 gap-3">
            <Button variant="soft" onClick={close}>
              {say('Close', '關閉')}
            </Button>
            <Button onClick={() => setHasNext(true)}>{say('One more', '再開一層')}</Button>
          </div>
          {hasNext ? <StackedModal level={level + 1} onClose={() => setHasNext(false)} /> : null}
        </>
      )}
    </Modal>
  );
}

/** Stays when its backdrop is pressed. */
function MaskModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('Choose one', '請選擇')} maskClosable={false} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">
            {say('The backdrop does nothing; Escape closes.', '點背景沒有作用，按 Esc 可以關閉。')}
          </p>
          <Button size="large" className="mt-6" onClick={close}>
            {say('Close', '關閉')}
          </Button>
        </>
      )}
    </Modal>
  );
}

/** Stays open until its owner closes it. */
function UnclosableModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  const [hasRead, setHasRead] = useState(false);
  return (
    <Modal title={say('Please read this', '請先閱讀')} closable={hasRead} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">{say('Tick the box to close this.', '勾選後才能關閉。')}</p>
          <div className="my-4">
            <CheckboxField label={say('I have read it.', '我已閱讀。')} checked={hasRead} onChange={setHasRead} />
          </div>
          <Button size="large" onClick={close}>
            {say('Close', '關閉')}
          </Button>
        </>
      )}
    </Modal>
  );
}

/** Has more to say than the screen has room for. */
function TallModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('The rules', '規則')} onClose={onClose}>
      {(close) => (
        <>
          <ol className="mt-4 space-y-3">
            {Array.from({ length: 24 }, (_, index) => (
              <li key={index} className="text-body text-mute">
                {say(`Rule ${index + 1}: one fan, one account.`, `第 ${index + 1} 條：一人一帳號。`)}
              </li>
            ))}
          </ol>
          <Button size="large" className="mt-6" onClick={close}>
            {say('Close', '關閉')}
          </Button>
        </>
      )}
    </Modal>
  );
}

/** Shows a toast above itself. */
function ToastModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('Above it all', '最上層')} onClose={onClose}>
      <p className="mt-2 text-body text-mute">
        {say('Toasts stay sharp and clickable above a modal.', '通知在彈窗上方依然清晰可按。')}
      </p>
      <Button
        size="large"
        className="mt-6"
        onClick={() => showToast({ kind: 'notice', title: say('Here I am', '我在這裡') })}
      >
        {say('Show a toast', '顯示通知')}
      </Button>
    </Modal>
  );
}

/** Shows what rises from the bottom edge, within the thumb's reach. */
export function SheetSection(): ReactNode {
  const say = useSay();
  const [kind, setKind] = useState<'vote' | 'long' | null>(null);
  const onClose = () => setKind(null);
  return (
    <Section
      id="sheets"
      title="Sheets"
      note="For an action on one thing. Same rules as modals; a failure keeps what was entered and says what happened."
    >
      <Specimen name="Open each to try it" wide>
        <div className="flex flex-wrap gap-3">
          <Button variant="soft" onClick={() => setKind('vote')}>
            {say('An action', '操作')}
          </Button>
          <Button variant="soft" onClick={() => setKind('long')}>
            {say('A long text', '長文')}
          </Button>
        </div>
      </Specimen>
      {kind === 'vote' ? <VoteSheet onClose={onClose} /> : null}
      {kind === 'long' ? <LongSheet onClose={onClose} /> : null}
    </Section>
  );
}

function VoteSheet({ onClose }: { onClose: () => void }): ReactNode {
  const say = useSay();
  const [votes, setVotes] = useState(10);
  return (
    <Sheet
      title={say('Vote for Mina Hoshino', '投票給星野美奈')}
      subtitle={say('#2 · Needs 45,304 more for #1', '#2 · 還差 45,304 票追上第 1 名')}
      media={
        <Portrait
          src="/art/v2/portraits/gallery-1.svg"
          width={72}
          height={86}
          lazy={false}
          className="h-[86px] w-18 shrink-0 rounded-tile"
        />
      }
      onClose={onClose}
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          <Stepper label={say('Votes', '票數')} value={votes} max={60} presets={[1, 10, 50]} onChange={setVotes} />
          <Button size="large" onClick={close}>
            {say(`Cast ${votes} votes`, `投出 ${votes} 票`)}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function LongSheet({ onClose }: { onClose: () => void }): ReactNode {
  const say = useSay();
  return (
    <Sheet title={say('Rules and prizes', '規則與獎品')} onClose={onClose}>
      <ol className="mt-4 space-y-3 text-body text-mute">
        {Array.from({ length: 30 }, (_, index) => (
          <li key={index}>{say(`Rule ${index + 1}: one fan, one account.`, `第 ${index + 1} 條：一人一帳號。`)}</li>
        ))}
      </ol>
    </Sheet>
  );
}
