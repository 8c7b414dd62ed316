import type { Language } from '@lightstick/contract';
import {
  type FanVideo,
  type VideoState,
  maxEdge,
  maxSeconds,
  minEdge,
  minSeconds,
  type VideoFault,
} from './video.rules.ts';

type InBothLanguages = Readonly<Record<Language, string>>;

/** States, to end the sentence "the video is …". */
export const stateTexts: Readonly<Record<VideoState, InBothLanguages>> = {
  uploading: { en_US: 'still being uploaded', zh_TW: '上傳中' },
  checking: { en_US: 'being checked', zh_TW: '檢查中' },
  inReview: { en_US: 'in review', zh_TW: '審核中' },
  accepted: { en_US: 'accepted', zh_TW: '已通過' },
  refused: { en_US: 'refused', zh_TW: '未通過' },
  withdrawn: { en_US: 'withdrawn', zh_TW: '已撤下' },
};

const faultWords: Readonly<Record<VideoFault, InBothLanguages>> = {
  notVideo: {
    en_US: 'This file isn’t an MP4, MOV or WebM video.',
    zh_TW: '這個檔案不是 MP4、MOV 或 WebM 影片。',
  },
  unreadable: {
    en_US: 'We couldn’t read the whole video. It may be damaged; record or export it again.',
    zh_TW: '影片無法完整讀取，檔案可能已損壞，請重新錄製或匯出。',
  },
  tooShort: {
    en_US: `The video is shorter than ${minSeconds} seconds.`,
    zh_TW: `影片短於 ${minSeconds} 秒。`,
  },
  tooLong: {
    en_US: `The video is longer than ${maxSeconds} seconds.`,
    zh_TW: `影片長於 ${maxSeconds} 秒。`,
  },
  tooSmall: {
    en_US: `The picture is smaller than ${minEdge} pixels on one side.`,
    zh_TW: `影片畫面有一邊小於 ${minEdge} 像素。`,
  },
  tooLarge: {
    en_US: `The picture is larger than ${maxEdge} pixels on one side (4K).`,
    zh_TW: `影片畫面有一邊大於 ${maxEdge} 像素（4K）。`,
  },
  lost: {
    en_US: 'We lost the video before it was checked. Please send it again. Sorry!',
    zh_TW: '影片在檢查前遺失了，請重新上傳。非常抱歉！',
  },
};

/** Why a video was refused, for its fan; a reviewer's text is unchanged. */
export function refusalTexts(
  { refusal, refusalWords: written }: Pick<FanVideo, 'refusal' | 'refusalWords'>,
  language: Language,
): string | undefined {
  if (refusal === null) return undefined;
  return refusal === 'review' ? (written ?? undefined) : faultWords[refusal][language];
}
