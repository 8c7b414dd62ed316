import type { TextInBothLanguages } from '#/modules/elections/index.ts';

/** The reasons for quarantine, and the flags by which transfers store them for all time. */
export const suspicionFlags = { speed: 1, device: 2, address: 3 } as const;
export type Suspicion = keyof typeof suspicionFlags;

const byFlag: ReadonlyMap<number, Suspicion> = new Map(
  Object.entries(suspicionFlags).map(([suspicion, flag]) => [flag, suspicion as Suspicion]),
);

export function suspicionOf(flag: number): Suspicion | undefined {
  return byFlag.get(flag);
}

/** The reason for quarantine as a sentence for the fan and the public. */
export const suspicionWords: Readonly<Record<Suspicion, TextInBothLanguages>> = {
  speed: {
    en_US: 'Your account cast many votes within a minute.',
    zh_TW: '你的帳號在一分鐘內投出了許多票。',
  },
  device: {
    en_US: 'Several accounts voted on this device within a day.',
    zh_TW: '這台裝置在一天內有多個帳號投票。',
  },
  address: {
    en_US: 'A lot of accounts voted from your network within an hour.',
    zh_TW: '你所在的網路在一小時內有大量帳號投票。',
  },
};

/** The reason of a decision that the rules made, by its verdict. */
export const undecidedWords: Readonly<Record<'released' | 'voided', TextInBothLanguages>> = {
  released: {
    en_US: 'No decision in time, so under the rules these votes count.',
    zh_TW: '期限內未作出決定，依活動規則計入票數。',
  },
  voided: {
    en_US: 'No decision in time, so under the rules these votes don’t count.',
    zh_TW: '期限內未作出決定，依活動規則不計入票數。',
  },
};
