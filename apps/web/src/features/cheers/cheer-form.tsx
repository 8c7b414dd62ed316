import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { cheerErrorText } from './cheer-error-text.ts';
import type { useCheer } from './use-cheer.ts';

type CheerFormProps = {
  tickets: number;
  cheer: ReturnType<typeof useCheer>;
  /** The fan has pressed to cheer once more, on what is no longer there. */
  isBack: boolean;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** How many tickets, and one button that says what it will do with them. */
export function CheerForm({ tickets, cheer, isBack, onClose }: CheerFormProps): ReactNode {
  const t = useText();
  const [wanted, setWanted] = useState(1);
  const num = Math.min(wanted, Math.max(1, tickets));
  if (tickets < 1 && !cheer.isPending) {
    return (
      <>
        <Empty icon={TicketIcon} text={t('cheer.noTickets')} />
        <Link href="/mall" className={buttonStyle('primary', 'large')}>
          {t('vote.getTickets')}
        </Link>
      </>
    );
  }
  return (
    <>
      <Stepper
        label={t('cheer.amount')}
        value={num}
        max={tickets}
        presets={presets}
        disabled={cheer.isPending}
        takesFocus={isBack}
        onChange={(next) => {
          cheer.reset();
          setWanted(next);
        }}
      />
      <p className="num text-small text-pretty text-mute">{t('cheer.note', { tickets })}</p>
      {cheer.error ? <InlineAlert>{cheerErrorText(cheer.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={cheer.isPending} disabled={num < 1} onClick={() => cheer.cheer(num)}>
        {t('cheer.action', { count: num })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </>
  );
}
