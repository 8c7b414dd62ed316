import { type ReactNode, useState } from 'react';
import { cutOutOf, type IdolCard, wordsSizeIn } from '#/features/elections/share-card/draw-idol-card.ts';
import { useIdolCard } from '#/features/elections/share-card/use-idol-card.ts';
import { idolPath } from '#/features/elections/election-queries.ts';
import type { FollowedIdol } from '#/features/elections/followed-idols.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { shareAbilities } from '#/lib/share-file.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { SaveIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

type ShareIdolSheetProps = {
  idol: FollowedIdol;
  activity: Activity;
  /** The moment of which her standing is while the count is hidden; null while it is live. */
  frozenAt: string | null;
  onClose: () => void;
};

/** Shows the card of a fan's idol with her place, and the ways to share her page. */
export function ShareIdolSheet({ activity, onClose, ...live }: ShareIdolSheetProps): ReactNode {
  const t = useText();
  // A later count would draw another card under the finger, with the time of this one.
  const [{ idol, frozenAt }] = useState({ idol: live.idol, frozenAt: live.frozenAt });
  const pageUrl = location.origin + idolPath(activity.activityId, idol.idolId);
  const words = useWords(idol);
  return (
    <Sheet title={t('following.shareTitle', { name: idol.name })} onClose={onClose}>
      {(close) => (
        <div className="mt-4 space-y-3">
          {idol.standing ? (
            <CardPicture
              idol={idol}
              rank={idol.standing.rank}
              activity={activity}
              frozenAt={frozenAt}
              words={words}
              pageUrl={pageUrl}
            />
          ) : null}
          {typeof navigator.share === 'function' ? <ShareLink title={words} url={pageUrl} /> : null}
          <CopyButton text={pageUrl} label={t('following.copyLink')} className="w-full" />
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function useWords({ name, standing }: FollowedIdol): string {
  const t = useText();
  return standing ? t('following.shareWords', { name, rank: standing.rank }) : name;
}

function ShareLink({ title, url }: { title: string; url: string }): ReactNode {
  const t = useText();
  const share = () =>
    navigator.share({ title, url }).catch((error: unknown) => {
      // A fan who closes the system's sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'warning', title: t('following.shareFailed') });
    });
  return (
    <Button size="large" onClick={() => void share()}>
      <ShareIcon size={20} />
      {t('following.sharePage')}
    </Button>
  );
}

type IdolCardProps = Omit<ShareIdolSheetProps, 'onClose'> & { rank: number; words: string; pageUrl: string };

/** Held to a part of the screen's height, so that the buttons below are in sight at once. */
const frame = 'mx-auto block aspect-[4/5] w-full max-w-[calc(48dvh*0.8)] rounded-tile';

/** Shows the card, with a code that leads to her page. */
function CardPicture(props: IdolCardProps): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch, alt } = useCard(props);
  if (error) {
    return <LoadError text={t('card.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <LoadingRegion>
        <Skeleton className={frame} />
      </LoadingRegion>
    );
  }
  const { file, address } = data;
  return (
    <>
      <img src={address} alt={alt} width={1080} height={1350} className={`enter ${frame} h-auto shadow-lift`} />
      {shareAbilities(file).canSave ? (
        <a href={address} download={file.name} className={`${buttonStyle('soft')} w-full`}>
          <SaveIcon size={18} />
          {t('card.save')}
        </a>
      ) : null}
    </>
  );
}

/** Draws the card, as of the moment in which it is opened. */
function useCard({ idol, rank, activity, frozenAt, words, pageUrl }: IdolCardProps) {
  const t = useText();
  const { languageType } = useEnvironment();
  const { userInfo } = useSession() ?? {};
  const dates = useZonedDates(activity.timeZone);
  const [openedAt] = useState(() => new Date(serverNowMs()).toISOString());
  const content: IdolCard = {
    idolId: idol.idolId,
    event: activity.title,
    rank,
    words,
    wordsSize: wordsSizeIn[languageType],
    fanName: userInfo?.nickname ?? '',
    detail: t('peak.detail', {
      votes: idol.standing?.votes ?? 0,
      at: dates.format(frozenAt ?? openedAt, 'placed'),
    }),
    cutOutUrl: cutOutOf(idol.portraitUrl),
    avatarUrl: userInfo?.avatarUrl ?? null,
    pageUrl,
  };
  return useIdolCard({ content, queryKey: [content], isDue: true });
}
