import type { Language } from '@lightstick/contract';

/** The words by which a fan finds their way through sending a video. */
export const videoWordsIn = {
  en_US: {
    task: 'Fifteen seconds for her',
    pick: 'Choose a video',
    title: 'Title',
    agree: /I filmed this myself/,
    send: 'Send the video',
    waiting: 'Waiting for the connection …',
    unfinished: /goes on where it stopped/,
    goOn: 'Go on',
    sent: 'Your video has arrived',
    mine: 'My videos',
    inReview: 'In review',
    accepted: 'Accepted',
    refused: 'Refused',
  },
  zh_TW: {
    task: '為她拍十五秒',
    pick: '選擇影片',
    title: '標題',
    agree: /影片由我拍攝/,
    send: '上傳影片',
    waiting: '等待連線…',
    unfinished: /會從中斷的地方繼續/,
    goOn: '繼續上傳',
    sent: '影片已送達',
    mine: '我的影片',
    inReview: '審核中',
    accepted: '已通過',
    refused: '未通過',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>;
