import type { Facts } from './facts.ts';
import type { Asked } from './intents.rules.ts';

export type Gesture = 'greet' | 'explain' | 'count' | 'cheer' | 'think' | 'sorry' | 'care';
export type Said = {
  readonly text: string;
  readonly gesture: Gesture;
  /** What it rests on; null when the host does not know. */
  readonly source: { readonly text: string; readonly to: string | null } | null;
};

export type Words = {
  readonly facts: Facts;
  readonly asked: Asked;
  /** One of two texts, by the language of the question. */
  readonly say: (english: string, chinese: string) => string;
  readonly number: (value: number) => string;
  readonly time: (at: Date | string, timeZone: string) => string;
};
export type Answer = (words: Words) => Said | undefined;

export const number = (value: number) => value.toLocaleString('en-US');

export function timeIn(say: Words['say']): Words['time'] {
  return (at, timeZone) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
    }).formatToParts(new Date(at)); // prettier-ignore
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    const clock = `${part('hour')}:${part('minute')}`;
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
    const month = new Date(`${part('month')} 1, 2000`).getMonth() + 1;
    return say(
      `${part('month')} ${part('day')}, ${clock} (${place})`,
      `${month} 月 ${part('day')} 日 ${clock}（${place === 'Taipei' ? '臺北時間' : place}）`,
    );
  };
}

const places = {
  ranking: ['Source: the ranking', '來源：排行榜', '/vote-activity'],
  rules: ['Source: the published rules', '來源：已公布的規則', '/rule'],
  profiles: ['Source: her profile', '來源：偶像個人頁', '/vote-activity'],
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
  return { text, gesture, source: { text: say(english, chinese), to } };
}
