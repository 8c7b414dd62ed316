import type { Contract, DataOf } from '@lightstick/contract';
import { givenKind, givenText } from '#/features/luck/given.ts';
import { roomPath } from '#/features/live/live-queries.ts';
import { shortAddress } from '#/lib/format/text.ts';
import type { ZonedDates } from '#/lib/format/zoned-date.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';

export type Notice = DataOf<Contract['GET /wallet/api/v1/notice/getNotices']>['list'][number];

type NoticeWords = { readonly title: string; readonly text: string; readonly to: string };

type Reader = {
  readonly t: Translate;
  /** Dates in the platform's zone. */
  readonly dates: Pick<ZonedDates, 'format'>;
  readonly nowMs: number;
};

/** Returns what a notice says to its fan, and a link to what it is about. */
export function noticeWords(notice: Notice, reader: Reader): NoticeWords {
  const { t, dates } = reader;
  switch (notice.kind) {
    case 'expiry':
      return expiryWords(notice, reader);
    case 'orderRefunded': {
      const { title, paid } = notice;
      return {
        title: t('notices.refunded', { title }),
        text: t('notices.refundedText', { points: paid }),
        to: '/my-orders?tab=orders',
      };
    }
    case 'raffleWon': {
      const { title, prizeTitle } = notice;
      return {
        title: t('notices.won', { prize: prizeTitle }),
        text: t('notices.wonText', { title }),
        to: drawPath(notice),
      };
    }
    case 'raffleLost':
      return {
        title: t('notices.lost', { title: notice.title }),
        text: t('notices.lostText'),
        to: drawPath(notice),
      };
    case 'endMoved':
      return endMovedWords(notice, reader);
    case 'liveReminder': {
      const { title, opensAt } = notice;
      return {
        title: t('notices.liveReminder', { title }),
        text: t('notices.liveReminderText', { time: dates.format(opensAt, 'placed') }),
        to: roomPath(notice.roomId),
      };
    }
    case 'liveRefunded': {
      const { title, paid } = notice;
      return {
        title: t('notices.liveRefunded', { title }),
        text: t('notices.liveRefundedText', { points: paid }),
        to: roomPath(notice.roomId),
      };
    }
    case 'chatMuted':
    case 'chatMuteLifted':
    case 'chatAppealDecided':
      return chatWords(notice, t);
    case 'featuredFan':
      return {
        title: t('notices.featured'),
        text: t('notices.featuredText', { hands: notice.hands }),
        to: '/agent-live-room',
      };
    case 'idolPassed':
      return idolPassedWords(notice, t);
    case 'roundCloses':
      return roundClosesWords(notice, reader);
    case 'walletLinked':
    case 'walletUnlinked':
      return {
        title: t(`notices.${notice.kind}`, { wallet: shortAddress(notice.wallet) }),
        text: t('notices.walletNotYou'),
        to: '/my-security',
      };
  }
}

function endMovedWords(notice: Extract<Notice, { kind: 'endMoved' }>, { t, dates }: Reader): NoticeWords {
  const { activityId, title, reason, formerEnd, newEnd } = notice;
  return {
    title: t(Date.parse(newEnd) > Date.parse(formerEnd) ? 'notices.endLater' : 'notices.endEarlier', { title }),
    text: t('notices.endMovedText', {
      time: dates.format(newEnd, 'placed'),
      former: dates.format(formerEnd, 'moment'),
      reason,
    }),
    to: `/vote-activity?activityId=${encodeURIComponent(activityId)}`,
  };
}

function idolPassedWords(notice: Extract<Notice, { kind: 'idolPassed' }>, t: Translate): NoticeWords {
  const { activityId, idol, passer, others } = notice;
  return {
    title: t('notices.idolPassed', { idol: idol.name, passer: passer.name, others }),
    text: t('notices.idolPassedText', { rank: idol.rank, votes: passer.votesToPass, place: passer.rank }),
    to: `/vote-activity?${new URLSearchParams({ activityId, vote: idol.idolId }).toString()}`,
  };
}

function roundClosesWords(
  { activityId, title, hours, closesAt }: Extract<Notice, { kind: 'roundCloses' }>,
  { t, dates, nowMs }: Reader,
): NoticeWords {
  const id = hours === 1 ? 'notices.closesInHour' : 'notices.closesInDay';
  return {
    title: t(nowMs < Date.parse(closesAt) ? id : 'notices.closed', { title }),
    text: t('notices.closesText', { time: dates.format(closesAt, 'placed') }),
    to: `/vote-activity?${new URLSearchParams({ activityId }).toString()}`,
  };
}

type ChatNotice = Extract<Notice, { kind: 'chatMuted' | 'chatMuteLifted' | 'chatAppealDecided' }>;

/** Says what was decided about the fan's messages in chats. */
function chatWords(notice: ChatNotice, t: Translate): NoticeWords {
  if (notice.kind === 'chatAppealDecided') {
    return {
      title: t(notice.granted ? 'notices.appealGranted' : 'notices.appealRefused'),
      text: t(notice.granted ? 'notices.appealGrantedText' : 'notices.appealRefusedText'),
      to: '/live',
    };
  }
  const isEverywhere = notice.roomId === null;
  const to = notice.roomId === null ? '/live' : roomPath(notice.roomId);
  if (notice.kind === 'chatMuteLifted') {
    const text = t(isEverywhere ? 'notices.muteLiftedEverywhereText' : 'notices.muteLiftedText');
    return { title: t('notices.muteLifted'), text, to };
  }
  return {
    title: t(isEverywhere ? 'notices.mutedEverywhere' : 'notices.muted'),
    text: t('notices.mutedText', { reason: notice.reason }),
    to,
  };
}

const drawPath = ({ activityId }: { activityId: string }) => `/draw?activityId=${encodeURIComponent(activityId)}`;

/** Names one time for all of it: the earliest, so that nothing is gone before it. */
function expiryWords({ assets }: Extract<Notice, { kind: 'expiry' }>, { t, dates, nowMs }: Reader): NoticeWords {
  const amounts = assets.map((asset) => givenText(asset, t)).join(t('notices.and'));
  const expiresMs = Math.min(...assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  return {
    title: t(nowMs < expiresMs ? 'notices.expiring' : 'notices.expired', { amounts }),
    // The last minute in which they can be used.
    text: t('notices.until', { time: dates.format(expiresMs - 1, 'placed') }),
    to: assets.some(({ assetName }) => givenKind(assetName) === 'points') ? '/mall' : '/vote-activity',
  };
}
