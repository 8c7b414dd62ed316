import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

/** Navigation, tabs and filters. */
export function NavigationSection(): ReactNode {
  return (
    <Section
      id="navigation"
      title="Tabs and steppers"
      note="Tabs change what stands below them; arrow keys move between them. A stepper is for whole amounts: buttons, presets or typing, never beyond what can be had."
    >
      <Specimen name="Tabs" on="page">
        <TaskTabs />
      </Specimen>
      <Specimen name="Segmented control: one of a few">
        <Order />
      </Specimen>
      <Specimen name="Stepper with presets">
        <Amount max={60} presets={[1, 10, 50]} />
      </Specimen>
      <Specimen name="Stepper with nothing to be had">
        <Amount max={0} />
      </Specimen>
    </Section>
  );
}

function TaskTabs(): ReactNode {
  const say = useSay();
  const [selected, setSelected] = useState<'all' | 'visiting' | 'lucky' | 'bind'>('all');
  const titles = { all: say('All tasks', '全部任務'), visiting: say('Visiting', '拜訪'), lucky: say('Lucky', '幸運') };
  return (
    <>
      <Tabs
        label={say('Kinds of tasks', '任務種類')}
        panelId="gallery-tasks"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { key: 'all', title: titles.all, count: 9 },
          { key: 'visiting', title: titles.visiting, count: 4 },
          { key: 'lucky', title: titles.lucky, count: 3 },
          { key: 'bind', title: say('Link', '連結'), count: 2 },
        ]}
      />
      <TabPanel id="gallery-tasks" selected={selected} className="pt-4 text-small text-mute">
        {say('Content of the selected tab.', '所選分頁的內容。')}
      </TabPanel>
    </>
  );
}

function Order(): ReactNode {
  const say = useSay();
  const [order, setOrder] = useState<'rank' | 'name'>('rank');
  return (
    <SegmentedControl
      label={say('Order', '排序')}
      value={order}
      onChange={setOrder}
      segments={[
        { value: 'rank', label: say('By rank', '依名次') },
        { value: 'name', label: say('By name', '依姓名') },
      ]}
    />
  );
}

function Amount({ max, presets }: { max: number; presets?: readonly number[] }): ReactNode {
  const say = useSay();
  const [value, setValue] = useState(Math.min(10, Math.max(1, max)));
  return (
    <Stepper
      label={max > 0 ? say('Votes', '票數') : say('Tickets', '投票券')}
      value={value}
      max={max}
      onChange={setValue}
      disabled={max === 0}
      {...(presets && { presets })}
    />
  );
}
