import type { ReactNode } from 'react';
import { AmountChip } from '#/ui/amount-chip.tsx';
import { Badge } from '#/ui/badge.tsx';
import { CheckIcon, StarIcon } from '#/ui/icons/shell-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

/** Cards and badges. */
export function CardSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="cards"
      title="Cards and badges"
      note="A card holds one subject. Radius 28 for cards and sheets, 16 for what lies in them, 12 for controls."
    >
      <Specimen name="Card, with progress" on="page">
        <div className="card">
          <p className="text-title font-bold">{say('Today’s tasks', '今日任務')}</p>
          <p className="num mt-1 mb-3 text-small text-mute">{say('3 of 5 done', '已完成 3 / 5')}</p>
          <ProgressBar label={say('Tasks done', '已完成的任務')} done={3} total={5} />
        </div>
      </Specimen>
      <Specimen name="A line of a record">
        <RecordRow
          media={
            <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
              <TicketIcon size={20} />
            </span>
          }
          title={say('Ticket bundle ×2', '投票券套組 ×2')}
          detail={say('November 21st, 14:05', '11月21日 14:05')}
          trailing={<span className="num font-extrabold text-ok">+10</span>}
        />
      </Specimen>
      <Specimen name="Badges: one or two words">
        <div className="flex flex-wrap gap-3">
          <Badge tone="brand">{say('My idol', '我的偶像')}</Badge>
          <Badge tone="ok">{say('Free', '免費')}</Badge>
          <Badge tone="warn">{say('Soon', '即將開放')}</Badge>
          <Badge tone="quiet">{say('Ended', '已結束')}</Badge>
        </div>
      </Specimen>
      <Specimen name="Balances">
        <div className="flex flex-wrap gap-3">
          <AmountChip icon={StarIcon} amount={1280} unit={say('Points', '點數')} />
          <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-ok-soft px-3 text-small font-semibold text-ok">
            <CheckIcon size={16} />
            {say('3 free today', '今日免費 3 票')}
          </span>
        </div>
      </Specimen>
    </Section>
  );
}
