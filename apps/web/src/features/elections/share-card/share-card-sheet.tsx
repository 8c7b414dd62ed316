import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useEffect, useMemo } from 'react';
import type { EventSummary } from '#/features/elections/events.ts';
import { pageBrand } from '#/lib/brand.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { shareAbilities, shareFile } from '#/lib/share-file.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { SaveIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import crowdPath from '#/ui/crowd.svg';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { drawSign, loadFonts, loadMark, loadPicture, newCanvas, pngOf } from './canvas-picture.ts';
import { textPen, type TextPen } from './canvas-text.ts';
import { drawPlace, card, drawStage, linear } from './draw-stage.ts';
import { shareCardAlt, shareCardContent, type ShareCardContent } from './share-card-content.ts';

type ShareCardSheetProps = { summary: EventSummary; onClose: () => void };

/** Shows the card as it will be posted, and the buttons to share or save it that this browser supports. */
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
      const file = new File([png], `${pageBrand().file}-${summary.activityId}.png`, { type: png.type });
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

const white = '#fff';
const right = card.width - card.margin;

/** Draws above the podium whose card it is, how final it is, and what it is about. */
function drawHeading(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  content: ShareCardContent,
  mark: CanvasImageSource | null,
): void {
  drawSign(context, pen, { mark, x: card.margin, y: 110, maxWidth: 300, size: 44 });
  drawBadge(context, pen, content);
  const taken = pen.lines(
    content.title,
    { x: card.margin, y: 222, maxWidth: right - card.margin, leading: 70 },
    { size: 66, weight: 800, colour: white },
  );
  pen.line(
    content.dates,
    { x: card.margin, y: 222 + (taken - 1) * 70 + 54, maxWidth: right - card.margin },
    { size: 32, weight: 600, colour: 'rgb(255 255 255 / 0.9)' },
  );
}

function drawBadge(context: CanvasRenderingContext2D, pen: TextPen, { isFinal, state }: ShareCardContent): void {
  const style = { size: 32, weight: 700, colour: isFinal ? '#3a2500' : white, align: 'right' } as const;
  const at = { x: right - 30, y: 107, maxWidth: 400 };
  // Measured by drawing it once: the pill beneath covers it.
  const width = pen.line(state, at, style) + 60;
  context.fillStyle = isFinal ? linear(context, [right - width, 64, right, 128], ['#ffe39a', '#f0a92e']) : '#3d1a5e';
  context.beginPath();
  context.roundRect(right - width, 64, width, 64, 32);
  context.fill();
  pen.line(state, at, style);
}

const footY = 1243;
const tile = { top: 1072, height: 124, gap: 24 } as const;

/** Draws below the podium the event in figures, when they were taken, and where to find it. */
function drawFigures(context: CanvasRenderingContext2D, pen: TextPen, content: ShareCardContent, place: string): void {
  const width = (right - card.margin - tile.gap * (content.figures.length - 1)) / content.figures.length;
  for (const [index, { label, value }] of content.figures.entries()) {
    const x = card.margin + index * (width + tile.gap);
    context.fillStyle = 'rgb(18 6 40 / 0.5)';
    context.beginPath();
    context.roundRect(x, tile.top, width, tile.height, 30);
    context.fill();
    const middle = x + width / 2;
    pen.line(
      value,
      { x: middle, y: tile.top + 60, maxWidth: width - 32 },
      { size: 48, weight: 800, colour: white, align: 'center' },
    );
    pen.line(
      label,
      { x: middle, y: tile.top + 101, maxWidth: width - 32 },
      { size: 27, weight: 600, colour: 'rgb(255 255 255 / 0.9)', align: 'center' },
    );
  }
  const foot = { size: 27, weight: 600, colour: 'rgb(255 255 255 / 0.95)' } as const;
  const placeWidth = pen.line(place, { x: right, y: footY, maxWidth: 420 }, { ...foot, align: 'right' });
  if (content.asOf !== null) {
    pen.line(content.asOf, { x: card.margin, y: footY, maxWidth: right - card.margin - placeWidth - 30 }, foot);
  }
}

const portraitSize = { width: 800, height: 960 };
const crowdSize = { width: card.width, height: 200 };

/**
 * Renders the card as a PNG of 1080 by 1350 pixels. `place` is the event's site. Throws when a picture fails to load or the
 * browser has no canvas.
 */
async function drawShareCard(content: ShareCardContent, place: string): Promise<Blob> {
  const [crowd, mark, ...portraits] = await Promise.all([
    loadPicture(crowdPath, crowdSize),
    loadMark(),
    ...content.podium.map(({ portraitUrl }) => loadPicture(portraitUrl, portraitSize)),
    loadFonts(),
  ]);
  if (!crowd) throw new Error('The crowd did not load.');
  const { canvas, context } = newCanvas(card);

  const pen = textPen(context, getComputedStyle(document.body).fontFamily);
  drawStage(context, content, crowd);
  drawHeading(context, pen, content, mark);
  for (const [index, idol] of content.podium.entries()) {
    const portrait = portraits[index];
    if (portrait) drawPlace(context, pen, { idol, portrait, index });
  }
  drawFigures(context, pen, content, place);
  return pngOf(canvas);
}
