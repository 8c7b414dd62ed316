import type { BadgeId, Contract, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { text, useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { BadgePin } from '#/ui/fan-marks.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { type Progress, progressKey, useProgress } from './use-progress.ts';

/** Lets the fan choose which of the earned badges others see beside the name. A press saves it. */
export function BadgeChoice(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useProgress();
  if (data) {
    return (
      <div>
        <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
          {t('shown.badge')}
        </p>
        <EarnedBadges badges={data.badges.filter(({ earnedOn }) => earnedOn !== null)} />
      </div>
    );
  }
  if (error) {
    const retry = () => void refetch();
    return <LoadError text={t('shown.badgesMissing')} error={error} retrying={isFetching} onRetry={retry} />;
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-24 rounded-tile" />
    </LoadingRegion>
  );
}

function EarnedBadges({ badges }: Pick<Progress, 'badges'>): ReactNode {
  const t = useText();
  const name = useId();
  const { mutate, isPending, variables, error } = useShowBadge();
  const shown = isPending ? variables : (badges.find(({ isShown }) => isShown)?.id ?? null);
  if (badges.length === 0) {
    return (
      <>
        <p className="mb-3 text-small text-pretty text-mute">{t('shown.noBadges')}</p>
        <Link href="/me" className={buttonStyle('soft')}>
          {t('shown.allBadges')}
        </Link>
      </>
    );
  }
  const choiceOf = (id: BadgeId | null) => ({ name, checked: shown === id, onChange: () => mutate(id) });
  return (
    <>
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2.5">
        <legend className="sr-only">{t('shown.badge')}</legend>
        <Choice {...choiceOf(null)} title={t('shown.noBadge')}>
          <span className="size-9 shrink-0 rounded-full border-2 border-line" />
        </Choice>
        {badges.map((badge) => (
          <Choice key={badge.id} {...choiceOf(badge.id)} title={t(`badge.${badge.id}`)}>
            <BadgePin badge={badge} size={36} />
          </Choice>
        ))}
      </fieldset>
      <p className="mt-1.5 text-small text-pretty text-mute">{t('shown.where')}</p>
      {error ? (
        <div className="mt-3">
          <InlineAlert>{refusalText(error, refusalTexts, t)}</InlineAlert>
        </div>
      ) : null}
    </>
  );
}

type ChoiceProps = { name: string; checked: boolean; onChange: () => void; title: string; children: ReactNode };

function Choice({ name, checked, onChange, title, children }: ChoiceProps): ReactNode {
  return (
    <label
      className={
        'press flex min-h-14 items-center gap-2.5 rounded-tile border-2 border-line bg-bg px-3 ' +
        'has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand'
      }
    >
      <input type="radio" name={name} className="sr-only" checked={checked} onChange={onChange} />
      {children}
      <span className="min-w-0 text-small font-semibold">{title}</span>
    </label>
  );
}

const route = 'POST /activity/api/v1/progress/showBadge';

const refusalTexts: Record<ErrorOf<Contract[typeof route]>, MessageId> = {
  BADGE_NOT_EARNED: 'shown.refused.badgeNotEarned',
};

/** Shows a badge beside the name, none for null. Presses in quick succession are sent one after the other. */
function useShowBadge() {
  const queryClient = useQueryClient();
  const key = progressKey(useAccountId());
  return useMutation({
    scope: { id: route },
    meta: { shownInPlace: true },
    mutationFn: (badgeId: BadgeId | null) => call(route, { body: { badgeId } }),
    onSuccess: async (progress) => {
      // A reading that began before would bring the former choice back.
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData<Progress>(key, progress);
      void queryClient.invalidateQueries({ queryKey: queryKeys.fanRanking });
      showToast({ kind: 'success', title: text('shown.badgeSaved') });
    },
  });
}
