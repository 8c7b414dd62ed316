import type { ReactNode } from 'react';
import { EditionList } from '#/features/orders/edition-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { SectionHeading } from '../section-heading.tsx';
import { mallPath } from './mall-tabs.ts';
import { useOrderIntent } from './use-order-intent.tsx';

/** NFTs for Points, each in its edition. */
export function NftShop(): ReactNode {
  const t = useText();
  const { choose, sheet } = useOrderIntent(mallPath('nfts'));
  return (
    <section aria-labelledby="nfts">
      <SectionHeading id="nfts" more={{ to: '/my-orders', text: t('nft.mine') }}>
        {t('nft.title')}
      </SectionHeading>
      <EditionList onChoose={(edition) => choose({ kind: 'nft', edition })} />
      {sheet}
    </section>
  );
}
