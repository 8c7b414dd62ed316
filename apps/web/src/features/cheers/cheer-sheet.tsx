import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type Cheer, type CheerPlace, useCheer, useIdolCheers, cheerErrorText, type IdolCheers } from './use-cheer.ts';

type CheerSheetProps = { place: CheerPlace; name: string; portraitUrl: string; onClose: () => void };

/** Where an idol is cheered for with tickets: where she and the fan stand, how many, and what came of it. */
export function CheerSheet({ place, name, portraitUrl, onClose }: CheerSheetProps): ReactNode {
  const t = useText();
  const [counted, setCounted] = useState<Cheer | null>(null);
  const [isBack, setIsBack] = useState(false);
  const cheers = useIdolCheers(place);
  const cheer = useCheer(place, (answer) => {
    setCounted(answer);
    celebrate();
  });
  const { unsettled } = cheer;
  return (
    <Sheet
      onClose={onClose}
      title={counted ? t('cheer.thanks', { name }) : t('cheer.title', { name })}
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
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          {cheers.data || !cheers.error ? <CheerFigures cheers={cheers.data} /> : null}
          {counted ? (
            <CheerSuccess
              cheer={counted}
              onAgain={() => {
                setIsBack(true);
                setCounted(null);
              }}
              onDone={close}
            />
          ) : null}
          {!counted && unsettled ? (
            <CheerUnsettled count={unsettled.num} cheer={cheer} onAskAgain={() => cheer.cheer(unsettled.num)} />
          ) : null}
          {!counted && !unsettled ? <Cheering cheers={cheers} cheer={cheer} isBack={isBack} onClose={close} /> : null}
        </div>
      )}
    </Sheet>
  );
}

type CheeringProps = {
  cheers: ReturnType<typeof useIdolCheers>;
  cheer: ReturnType<typeof useCheer>;
  isBack: boolean;
  onClose: () => void;
};

function Cheering({ cheers, cheer, isBack, onClose }: CheeringProps): ReactNode {
  const t = useText();
  if (cheers.data) {
    return <CheerForm tickets={cheers.data.mine?.tickets ?? 0} cheer={cheer} isBack={isBack} onClose={onClose} />;
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

type CheerUnsettledProps = { count: number; cheer: ReturnType<typeof useCheer>; onAskAgain: () => void };

/** The server never answered an earlier cheer for this idol; asking again repeats the same request, which counts once. */
function CheerUnsettled({ count, cheer: { error, isPending }, onAskAgain }: CheerUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="space-y-4 outline-none">
      <InlineAlert>
        <p>{t('cheer.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('cheer.askAgain')}
      </SpendButton>
    </div>
  );
}

/** An idol's cheers, the fan's part of them, and where that puts the fan among all who cheer. */
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

type CheerFormProps = {
  tickets: number;
  cheer: ReturnType<typeof useCheer>;
  /** The fan has pressed to cheer once more, on what is no longer there. */
  isBack: boolean;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** How many tickets, and one button that says what it will do with them. */
function CheerForm({ tickets, cheer, isBack, onClose }: CheerFormProps): ReactNode {
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

type CheerSuccessProps = { cheer: Cheer; onAgain: () => void; onDone: () => void };

/** A cheer that was counted. */
function CheerSuccess({ cheer, onAgain, onDone }: CheerSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div className="enter space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold">{t('cheer.counted', { count: cheer.num })}</p>
          <p className="num text-small font-semibold">{t('cheer.remains', { tickets: cheer.ticketsLeft })}</p>
        </div>
      </div>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
      {cheer.ticketsLeft > 0 ? (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          {t('cheer.again')}
        </Button>
      ) : null}
    </div>
  );
}
