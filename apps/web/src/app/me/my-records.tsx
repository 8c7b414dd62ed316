import { type ReactNode, useState } from 'react';
import { ExchangeRecords } from '#/features/shop/exchange/exchange-records.tsx';
import { ConversionRecords, VoteRecords } from '#/features/ballots/vote-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { TabPanel } from '#/ui/tab-panel.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { supportRecordPath } from '#/app/support-record-path.ts';

type RecordKind = 'votes' | 'exchanges' | 'conversions';

const panelId = 'my-records-panel';
const shownRecords = 3;

/** What the fan did lately: votes with their receipts, exchanges, conversions. All of it is on a screen of its own. */
export function MyRecords(): ReactNode {
  const t = useText();
  const [kind, setKind] = useState<RecordKind>('votes');
  return (
    <section aria-labelledby="my-records" className="card">
      <SectionHeading id="my-records" more={{ to: supportRecordPath({ kind }), text: t('me.allRecords') }}>
        {t('me.records')}
      </SectionHeading>
      <Tabs
        label={t('me.records')}
        panelId={panelId}
        selected={kind}
        onSelect={setKind}
        tabs={[
          { key: 'votes', title: t('me.votes') },
          { key: 'exchanges', title: t('me.exchanges') },
          { key: 'conversions', title: t('me.conversions') },
        ]}
      />
      <TabPanel id={panelId} selected={kind} className="mt-3">
        {kind === 'votes' ? <VoteRecords latest={shownRecords} /> : null}
        {kind === 'exchanges' ? <ExchangeRecords latest={shownRecords} /> : null}
        {kind === 'conversions' ? <ConversionRecords latest={shownRecords} /> : null}
      </TabPanel>
    </section>
  );
}
