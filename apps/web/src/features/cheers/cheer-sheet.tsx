import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { AmountForm, SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { type Cheer, type CheerPlace, useCheer, useIdolCheers, cheerErrorText, type IdolCheers } from './use-cheer.ts';

type CheerSheetProps = {
  place: CheerPlace;
  name: string;
  portraitUrl: string;
  /** Replaces the form when the fan has no tickets left. */
  topUp: ReactNode;
  onClose: () => void;
};

/** Shows the cheer sheet: the idol's and the fan's state, the amount, and the result. */
export function CheerSheet({ place, name, portraitUrl, topUp, onClose }: CheerSheetProps): ReactNode {
  const t = useText();
  const spend = useSpendState<Cheer>();
  const cheers = useIdolCheers(place);
  const cheer = useCheer(place, spend.settle);
  const { unsettled } = cheer;
  return (
    <SpendSheet
      onClose={onClose}
      title={spend.settled ? t('cheer.thanks', { name }) : t('cheer.title', { name })}
      subtitle={t('cheer.subtitle')}
      media={
        <Portrait
          src={portraitUrl}
          width={72}
          height={86}
          lazy={false}
          className="h-[86px] w-18 shrink-0 rounded-tile"
        />
      }
      spend={spend}
      sending={cheer}
      unsettled={
        unsettled && {
          text: t('cheer.unsettled', { count: unsettled.num }),
          askAgainLabel: t('cheer.askAgain'),
          onAskAgain: () => cheer.cheer(unsettled.num),
        }
      }
      above={cheers.data || !cheers.error ? <CheerFigures cheers={cheers.data} /> : null}
      renderSettled={({ num, ticketsLeft }, close) => (
        <>
          <SettledNotice
            title={t('cheer.counted', { count: num })}
            detail={t('cheer.remains', { tickets: ticketsLeft })}
          />
          <SettledActions
            onDone={close}
            again={ticketsLeft > 0 ? { text: t('cheer.again'), onAgain: spend.again } : undefined}
          />
        </>
      )}
    >
      {(close) => <Cheering cheers={cheers} cheer={cheer} isAgain={spend.isAgain} topUp={topUp} onClose={close} />}
    </SpendSheet>
  );
}

type CheeringProps = {
  cheers: ReturnType<typeof useIdolCheers>;
  cheer: ReturnType<typeof useCheer>;
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

function Cheering({ cheers, ...form }: CheeringProps): ReactNode {
  const t = useText();
  if (cheers.data) {
    return <CheerForm tickets={cheers.data.mine?.tickets ?? 0} {...form} />;
  }
  if (cheers.error) {
    return (
      <LoadError
        text={t('cheer.loadError')}
        error={cheers.error}
        retrying={cheers.isFetching}
        onRetry={() => void cheers.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-28 rounded-tile" />
      <Skeleton className="h-14 rounded-control" />
    </LoadingRegion>
  );
}

/** Shows an idol's cheers, the fan's part of them, and where that puts the fan among all who cheer. */
function CheerFigures({ cheers }: { cheers: IdolCheers | undefined }): ReactNode {
  const t = useText();
  const rank = cheers?.mine?.rank;
  return (
    <dl className="grid grid-cols-3 gap-2.5">
      <Figure label={t('cheer.all')}>{cheers ? <RollingNumber value={cheers.cheers} /> : null}</Figure>
      <Figure label={t('cheer.mine')}>{cheers?.mine ? <RollingNumber value={cheers.mine.forIdol} /> : null}</Figure>
      <Figure label={t('cheer.rank')}>{cheers ? (rank ? `#${formatNumber(rank)}` : '–') : null}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-raise p-3 text-center">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num text-title font-extrabold">
        {children ?? <Skeleton className="mx-auto h-6 w-10 rounded-full" />}
      </dd>
    </div>
  );
}

type CheerFormProps = Omit<CheeringProps, 'cheers'> & { tickets: number };

const presets = [1, 5, 10];

/** Asks for the number of tickets, or leads to some. */
function CheerForm({ tickets, cheer, isAgain, topUp, onClose }: CheerFormProps): ReactNode {
  const t = useText();
  if (tickets < 1 && !cheer.isPending) {
    return (
      <>
        <Empty icon={TicketIcon} text={t('cheer.noTickets')} />
        {topUp}
      </>
    );
  }
  return (
    <AmountForm
      label={t('cheer.amount')}
      max={tickets}
      presets={presets}
      takesFocus={isAgain}
      isBusy={cheer.isPending}
      note={t('cheer.note', { tickets })}
      errorText={cheer.error ? cheerErrorText(cheer.error, t) : undefined}
      actionLabel={(count) => t('cheer.action', { count })}
      variant="ticket"
      onChange={cheer.reset}
      onSpend={cheer.cheer}
      onClose={onClose}
    />
  );
}
