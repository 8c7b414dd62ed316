import { type ReactNode, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

/** What rises from the bottom edge, within the thumb's reach. */
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
          src="/art/v1/portraits/gallery-1.svg"
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
