import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { EventSummary } from '../event-summary.ts';
import { useZonedDates } from '../use-zoned-dates.ts';
import { drawShareCard } from './draw-share-card.ts';
import { shareCardAlt, shareCardContent } from './share-card-content.ts';

export type ShareCard = {
  /** Undefined until it is drawn; stays while a newer one is being drawn. */
  readonly picture: { readonly file: File; readonly address: string } | undefined;
  readonly alt: string;
  readonly error: Error | null;
  readonly isDrawing: boolean;
  readonly retry: () => void;
};

/** Draws the card of a summary, anew whenever its figures or the language change. */
export function useShareCard(summary: EventSummary): ShareCard {
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
