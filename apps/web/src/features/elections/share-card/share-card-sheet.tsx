import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useEffect, useMemo } from 'react';
import type { EventSummary } from '#/features/elections/summary/event-summary.ts';
import { useZonedDates } from '#/features/elections/summary/event-times.ts';
import { drawShareCard } from './draw-share-card.ts';
import { shareCardAlt, shareCardContent } from './share-card-content.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { shareAbilities, shareFile } from '#/lib/share-file.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { SaveIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type ShareCardSheetProps = { summary: EventSummary; onClose: () => void };

/** The card as it will be posted, and the ways to get it out of here that this browser has. */
export function ShareCardSheet({ summary, onClose }: ShareCardSheetProps): ReactNode {
  const t = useText();
  const { picture, alt, error, isDrawing, retry } = useShareCard(summary);
  return (
    <Sheet title={t('card.title')} onClose={onClose}>
      {(close) => (
        <div className="mt-4 space-y-3">
          {error && !picture ? (
            <LoadError text={t('card.error')} error={error} retrying={isDrawing} onRetry={retry} />
          ) : (
            <Preview picture={picture} alt={alt} />
          )}
          {picture ? <Ways file={picture.file} address={picture.address} /> : null}
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

/** Held to a part of the screen's height, so that the buttons below are in sight at once. */
const frame = 'mx-auto block aspect-[4/5] w-full max-w-[calc(56dvh*0.8)] rounded-tile';

function Preview({ picture, alt }: Pick<ShareCard, 'picture' | 'alt'>): ReactNode {
  if (picture) {
    return (
      <img src={picture.address} alt={alt} width={1080} height={1350} className={`enter ${frame} h-auto shadow-lift`} />
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className={frame} />
    </LoadingRegion>
  );
}

function Ways({ file, address }: { file: File; address: string }): ReactNode {
  const t = useText();
  const [hasFailed, setFailed] = useState(false);
  const { canShare, canSave } = shareAbilities(file);
  const share = async () => setFailed(!(await shareFile(file)));
  return (
    <>
      {hasFailed ? <InlineAlert>{t('card.shareFailed')}</InlineAlert> : null}
      {canShare ? (
        <Button size="large" onClick={() => void share()}>
          <ShareIcon size={20} />
          {t('card.share')}
        </Button>
      ) : null}
      {canSave ? (
        <a href={address} download={file.name} className={buttonStyle(canShare ? 'soft' : 'primary', 'large')}>
          <SaveIcon size={20} />
          {t('card.save')}
        </a>
      ) : null}
      {canSave ? null : <p className="text-center text-small text-mute">{t('card.hold')}</p>}
    </>
  );
}

type ShareCard = {
  /** Undefined until it is drawn; stays while a newer one is being drawn. */
  readonly picture: { readonly file: File; readonly address: string } | undefined;
  readonly alt: string;
  readonly error: Error | null;
  readonly isDrawing: boolean;
  readonly retry: () => void;
};

/** Renders the card of a summary, again on every change of figures or language. */
function useShareCard(summary: EventSummary): ShareCard {
  const t = useText();
  const dates = useZonedDates(summary.timeZone);
  const content = useMemo(() => shareCardContent(summary, t, dates), [summary, t, dates]);
  const drawing = useQuery({
    queryKey: ['shareCard', summary.activityId, content],
    queryFn: async () => {
      const png = await drawShareCard(content, location.host);
      const file = new File([png], `lightstick-${summary.activityId}.png`, { type: png.type });
      return { file, address: URL.createObjectURL(file) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { shownInPlace: true },
  });
  const picture = drawing.data;

  useEffect(() => {
    if (!picture) return undefined;
    return () => URL.revokeObjectURL(picture.address);
  }, [picture]);

  return {
    picture,
    alt: shareCardAlt(content, t),
    error: drawing.error,
    isDrawing: drawing.isFetching,
    retry: () => void drawing.refetch(),
  };
}
