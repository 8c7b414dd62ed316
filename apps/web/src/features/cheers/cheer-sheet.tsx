import { type ReactNode, useState } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { CheerFigures } from './cheer-figures.tsx';
import { CheerForm } from './cheer-form.tsx';
import { CheerSuccess } from './cheer-success.tsx';
import { type Cheer, type CheerPlace, useCheer, useIdolCheers } from './use-cheer.ts';

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
