import { type ReactNode, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Chip } from '#/ui/chip.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

/** Buttons. */
export function ButtonSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="buttons"
      title="Buttons"
      note="A button says what it does: “Cast 10 votes”, never “OK” for something that spends. One primary button in sight; at least 44 px to touch, 56 px for the large one."
    >
      <Specimen name="Large: the one thing to do on a screen or sheet">
        <div className="space-y-3">
          <Button size="large">
            <HeartIcon size={20} />
            {say('Cast 10 votes', '投出 10 票')}
          </Button>
          <Button size="large" variant="soft">
            {say('Not now', '稍後再說')}
          </Button>
        </div>
      </Specimen>
      <Specimen name="Medium: primary, soft, quiet">
        <div className="flex flex-wrap gap-3">
          <Button>{say('Vote', '投票')}</Button>
          <Button variant="soft">{say('Receipt', '收據')}</Button>
          <Button variant="quiet">{say('Skip', '略過')}</Button>
        </div>
      </Specimen>
      <Specimen name="Busy keeps its focus and takes no press; disabled says that it cannot be pressed now">
        <div className="flex flex-wrap gap-3">
          <Button busy>{say('Casting', '投票中')}</Button>
          <Button disabled>{say('Sold out', '已兌完')}</Button>
          <CopyButton text="Lightstick" label={say('Copy', '複製')} />
        </div>
      </Specimen>
      <Specimen name="Glass, on a stage" on="stage">
        <Button variant="glass">
          <StarIcon size={18} />
          {say('Rules', '規則')}
        </Button>
      </Specimen>
      <Specimen name="Chips: filters that are on or off" on="page" wide>
        <Teams />
      </Specimen>
    </Section>
  );
}

function Teams(): ReactNode {
  const say = useSay();
  const [chosen, setChosen] = useState(0);
  const teams = [say('Everyone', '全部'), say('Team Firefly', '螢火隊'), say('Team Comet', '彗星隊')];
  return (
    <div role="group" aria-label={say('Teams', '隊伍')} className="scroll-row gap-2">
      {teams.map((team, index) => (
        <Chip key={team} pressed={index === chosen} onPress={() => setChosen(index)}>
          {team}
        </Chip>
      ))}
    </div>
  );
}
