import type { FollowedIdol, FollowedIdols } from '#/features/elections/followed-idols.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** Returns a function that says how far an idol is from the place above, or ahead as the first; shorter in a list. */
export function useGapText({
  state,
  frozenAt,
}: Pick<FollowedIdols, 'state' | 'frozenAt'>): (idol: FollowedIdol, isShort?: boolean) => string {
  const t = useText();
  return ({ standing }, isShort = false) => {
    if (!standing) return t(state === 'scheduled' ? 'following.notOpen' : 'following.notRanked');
    const { votes, above, lead } = standing;
    if (state !== 'open') return t('following.votes', { votes });
    // The gap has changed since, unseen.
    if (frozenAt !== null) return t('phase.frozen');
    if (!above) return lead ? t('following.lead', { votes: lead }) : t('votes.leading');
    return isShort
      ? t('following.toRank', { votes: above.votesToPass, rank: above.rank })
      : t('following.toPass', { votes: above.votesToPass, name: above.name });
  };
}
