import { type ReactNode, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog/modal.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { CheckboxField } from '#/ui/form/checkbox-field.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useSay } from '../../use-say.ts';

type ModalProps = { onClose: () => void };

/** A question with two answers and something to type. */
export function PlainModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('Sign out?', '要登出嗎？')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">
            {say('Your Points, tickets and votes stay safe.', '您的積分、投票券與票數都會保留。')}
          </p>
          <FormField className="mt-4" label={say('Why?', '為什麼？')} placeholder={say('Optional', '選填')} />
          <div className="mt-6 grid grid-cols-2 gap-3">
            <Button variant="soft" size="large" onClick={close}>
              {say('Stay', '留下')}
            </Button>
            {/* Taken off the screen by its owner at once, without a way out. */}
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
export function StackedModal({ level, onClose }: ModalProps & { level: number }): ReactNode {
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
export function MaskModal({ onClose }: ModalProps): ReactNode {
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

/** Stays whatever is done, until its owner lets it go. */
export function UnclosableModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  const [hasRead, setHasRead] = useState(false);
  return (
    <Modal title={say('Please read this', '請先閱讀')} closable={hasRead} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">
            {say('Nothing closes it until the box is ticked.', '勾選之前，任何方式都無法關閉。')}
          </p>
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
export function TallModal({ onClose }: ModalProps): ReactNode {
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
export function ToastModal({ onClose }: ModalProps): ReactNode {
  const say = useSay();
  return (
    <Modal title={say('Above it all', '最上層')} onClose={onClose}>
      <p className="mt-2 text-body text-mute">
        {say('A toast is neither blurred nor dead above a modal.', '通知在彈窗上方依然清晰可按。')}
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
