import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageBrand } from '#/lib/brand.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type IdolCard, renderIdolCard } from './draw-idol-card.ts';

type IdolCardDrawing = {
  readonly content: IdolCard;
  /** What tells one card from another, for the cache of queries. */
  readonly queryKey: readonly unknown[];
  /** Drawing may begin. */
  readonly isDue: boolean;
};

/** Draws a card to a file, once for a key. */
export function useIdolCard({ content, queryKey, isDue }: IdolCardDrawing) {
  const t = useText();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['idolCard', ...queryKey],
    queryFn: async () => {
      const png = await renderIdolCard(content);
      const file = new File([png], `${pageBrand().file}-${content.idolId}-${content.rank}.png`, { type: png.type });
      return { file, address: URL.createObjectURL(file) };
    },
    enabled: isDue,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { shownInPlace: true },
  });
  const address = data?.address;
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  const { event, words, detail } = content;
  return { data, error, isError, isFetching, refetch, alt: t('peak.alt', { event, words, detail }) };
}
