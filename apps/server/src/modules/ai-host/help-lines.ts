/** Checked by people, and the same for everyone. */
export const helpLines = {
  en_US: [
    'I’m a program, and this matters too much for me: please talk to a person now.',
    'In Taiwan, call 1925, free and open day and night; elsewhere, call your local emergency number or go to findahelpline.com.',
    'If you’re in danger right now, call 119 in Taiwan, or your local emergency number.',
  ],
  zh_TW: [
    '我只是一個程式，但這件事很重要，請現在就找人說說話。',
    '在台灣可以撥打 1925 安心專線，24 小時免費；其他國家請撥打當地的緊急電話，或上 findahelpline.com 查詢。',
    '如果你現在有危險，請立刻撥打 119 或當地的緊急電話。',
  ],
} as const;
