import { type ReactNode, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Section, Specimen } from '../section.tsx';
import { useSay } from '../use-say.ts';
import {
  MaskModal,
  PlainModal,
  StackedModal,
  TallModal,
  ToastModal,
  UnclosableModal,
} from './modal/example-modals.tsx';

type Kind = 'plain' | 'stacked' | 'mask' | 'unclosable' | 'tall' | 'toast';

/** Questions and short messages in the middle of the screen. */
export function ModalSection(): ReactNode {
  const say = useSay();
  const [kind, setKind] = useState<Kind | null>(null);
  const openers: readonly { kind: Kind; text: string }[] = [
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
      note="The page behind is blurred and stands still. The focus goes in, stays in and comes back. Escape and the backdrop close the topmost, unless it says otherwise; a press that began inside never does."
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
