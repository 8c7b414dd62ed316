import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { VisitIcon } from './icons/more-icons.tsx';

type TransactionLinkProps = {
  /** The transaction on the chain; nothing is shown until it is signed. */
  transaction: { readonly url: string } | null;
  className?: string;
};

/** Links to a transaction's page in the explorer of the chain. */
export function TransactionLink({ transaction, className = '' }: TransactionLinkProps): ReactNode {
  const t = useText();
  if (!transaction) return null;
  return (
    <a
      href={transaction.url}
      target="_blank"
      rel="noopener noreferrer"
      className={`inline-flex min-h-11 items-center gap-1.5 text-small font-bold text-brand ${className}`}
    >
      {t('chain.seeTransaction')}
      <VisitIcon size={16} />
    </a>
  );
}
