import type { NoticeWords } from './template.ts';

/** Sums up what a fan has not read, for those who chose it. */
export const digest: NoticeWords<'digest'> = {
  en_US: ({ rhythm, total, lines, stopPath }) => ({
    subject: total === 1 ? '1 unread notification' : `${total} unread notifications`,
    preview: lines.map(({ name }) => name).join(', '),
    title: rhythm === 'daily' ? 'What happened since your last digest' : 'Your week on {product}',
    paragraphs: [],
    facts: lines,
    button: { label: 'See notifications', path: '/notifications' },
    unexpected: `You chose a ${rhythm} digest in your notification settings.`,
    unsubscribe: { label: 'Turn off digest emails', path: stopPath },
  }),
  zh_TW: ({ rhythm, total, lines, stopPath }) => ({
    subject: `你有 ${total} 則未讀通知`,
    preview: lines.map(({ name }) => name).join('、'),
    title: rhythm === 'daily' ? '上次摘要之後的新消息' : '你的 {product} 一週',
    paragraphs: [],
    facts: lines,
    button: { label: '查看通知', path: '/notifications' },
    unexpected: `你在通知設定選擇了${rhythm === 'daily' ? '每日' : '每週'}摘要。`,
    unsubscribe: { label: '停止寄送摘要', path: stopPath },
  }),
};
