import { type ReactNode, useState } from 'react';
import { PacketArt } from '#/features/luck/packet/packet-art.tsx';
import type { PacketMood } from '#/features/luck/packet/packet-motions.ts';
import { Button } from '#/ui/button.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

const moods: readonly { name: string; mood: PacketMood }[] = [
  { name: 'Sealed: it breathes', mood: 'sealed' },
  { name: 'Open: it wants to be grabbed', mood: 'calling' },
  { name: 'Waiting for the server: the coin turns', mood: 'opening' },
  { name: 'All gone', mood: 'empty' },
];

/** The red packet in each mood. */
export function PacketSection(): ReactNode {
  const say = useSay();
  const [isOpened, setOpened] = useState(false);
  return (
    <Section
      id="packet"
      title="Red packet"
      note="Opens only with the server’s answer, and at once. Leans towards a mouse. Still for those who prefer less motion."
    >
      {moods.map(({ name, mood }) => (
        <Specimen key={name} name={name} on="stage">
          <PacketArt mood={mood} total={10_000} />
        </Specimen>
      ))}
      <Specimen name="Answered: the flap opens, the card comes out" on="stage">
        <PacketArt mood={isOpened ? 'full' : 'opening'} isFresh={isOpened} total={10_000}>
          <span className="num text-score font-extrabold">128</span>
          <span className="text-small font-bold">{say('Points', '點數')}</span>
        </PacketArt>
        <div className="mt-4 text-center">
          <Button variant="glass" onClick={() => setOpened(!isOpened)}>
            {isOpened ? say('Seal it again', '重新封好') : say('Answer', '回應')}
          </Button>
        </div>
      </Specimen>
    </Section>
  );
}
