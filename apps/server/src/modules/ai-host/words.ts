import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import type { Facts } from './facts.ts';
import type { Named } from './names.rules.ts';

export type Gesture = 'greet' | 'explain' | 'count' | 'cheer' | 'think' | 'sorry' | 'care';
export type Said = {
  readonly text: string;
  readonly gesture: Gesture;
  /** `suggested`: the host asks back and suggests questions. `unknown`: the host says that it does not know. */
  readonly outcome: 'answered' | 'suggested' | 'unknown';
  /** What it rests on, or the page that is nearest to what the host does not know. */
  readonly source: { readonly text: string; readonly to: string | null } | null;
  /** Questions that the host can answer, to be asked with a tap. */
  readonly suggestions: readonly string[];
  /** The entries by which it was answered, or between which it asks back. */
  readonly entries: readonly string[];
};

export type Words = {
  readonly facts: Facts;
  readonly asked: Named;
  /** One of two texts, by the language of the question. */
  readonly say: (english: string, chinese: string) => string;
  readonly number: (value: number) => string;
  readonly time: (at: Date | string, timeZone: string) => string;
};
export type Answer = (words: Words) => Said | undefined;

export const number = (value: number) => value.toLocaleString('en-US');

export function timeIn({ language, at: now }: Facts): Words['time'] {
  return (at, timeZone) => formatPlacedDate(new Date(at), language, { timeZone, now });
}

const places = {
  ranking: ['Source: the ranking', '來源：排行榜', '/vote-activity'],
  rules: ['Source: the published rules', '來源：已公布的規則', '/rule'],
  profiles: ['Source: her profile', '來源：偶像個人頁', '/vote-activity'],
  best7: ['Source: Best 7', '來源：最佳七人', '/best7'],
  tasks: ['Source: the task list', '來源：任務列表', '/task'],
  mall: ['Source: the points mall', '來源：點數商城', '/mall'],
  songs: ['Source: the song vote', '來源：歌曲投票', '/snh48vote'],
  staking: ['Source: the staking page', '來源：質押頁', '/stake'],
  rooms: ['Source: the live rooms', '來源：直播間', '/live'],
  luck: ['Source: the activities', '來源：活動頁', '/activity'],
  receipts: ['Source: your support record', '來源：應援紀錄', '/support-record'],
  account: ['Source: deleting your account', '來源：刪除帳號', '/logoff'],
  featured: ['Source: the fan rules', '來源：粉絲公約', '/feature-fan-rule'],
  host: ['Source: the rules of the AI host', '來源：AI 分身規範', '/ai-avatar-rules'],
} as const;

/** An answer with its source. */
export function from({ say }: Pick<Words, 'say'>, place: keyof typeof places, gesture: Gesture, text: string): Said {
  const [english, chinese, to] = places[place];
  return {
    text,
    gesture,
    outcome: 'answered',
    source: { text: say(english, chinese), to },
    suggestions: [],
    entries: [],
  };
}

/** Where an answer that an organiser wrote leads on to. */
export function sourceAt(link: string, { say }: Pick<Words, 'say'>): Said['source'] {
  const path = link.replace(/[?#].*/s, '');
  const [english, chinese] = Object.values(places).find(([, , to]) => to === path) ?? screens[path] ?? more;
  return { text: say(english, chinese), to: link };
}

const more = ['Source: help', '來源：說明'] as const;
const screens: Readonly<Record<string, readonly [string, string]>> = {
  '/about-us': ['Source: About us', '來源：關於我們'],
  '/csae-policy': ['Source: Keeping children safe', '來源：兒少安全'],
  '/event-summary': ['Source: the event summary', '來源：活動總覽'],
  '/fan-ranking': ['Source: the fan ranking', '來源：粉絲排行'],
  '/feature-fan-question-rule': ['Source: the rules of fan questions', '來源：粉絲問答規則'],
  '/me': ['Source: your page', '來源：我的頁面'],
  '/my-accounts': ['Source: Linked accounts', '來源：連結的帳號'],
  '/my-assets': ['Source: My assets', '來源：我的資產'],
  '/agent-live-room': ['Source: the AI host’s room', '來源：AI 主持人的房間'],
  '/dazzle-upload': ['Source: the video upload', '來源：影片上傳'],
  '/my-data': ['Source: My data', '來源：我的資料'],
  '/my-devices': ['Source: My devices', '來源：我的裝置'],
  '/my-invites': ['Source: Invite friends', '來源：邀請好友'],
  '/my-luck': ['Source: My luck', '來源：我的手氣'],
  '/my-orders': ['Source: Orders and NFTs', '來源：訂單與 NFT'],
  '/my-profile': ['Source: My profile', '來源：個人資料'],
  '/my-security': ['Source: Sign-in and security', '來源：登入與安全'],
  '/my-tasks': ['Source: My task records', '來源：我的任務紀錄'],
  '/privacy-policy': ['Source: the privacy policy', '來源：隱私權政策'],
  '/ranking-intro': ['Source: how the ranking works', '來源：排行榜怎麼看'],
  '/riddles': ['Source: Riddles', '來源：謎題'],
  '/search-idol': ['Source: Find your idol', '來源：尋找偶像'],
  '/snh48vote/home': ['Source: the song vote', '來源：歌曲投票'],
  '/use-terms': ['Source: the terms of use', '來源：使用條款'],
  '/video-rules': ['Source: Video rules', '來源：影片規範'],
};
