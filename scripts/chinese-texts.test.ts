import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsForFans, textsWith } from './texts-for-fans.ts';

const root = join(import.meta.dirname, '..');

/** The files with Chinese that fans read: catalogues, packs, refusals, mails, answers. Not what fans may type. */
const files = globSync(
  [
    'apps/web/public/locales/zh_TW.json',
    'content/**/*.{yaml,md}',
    'packages/contract/src/**/*.ts',
    'apps/server/src/**/*.ts',
  ],
  { cwd: root },
).filter((path) => !/\.test\.ts$|normalise-text|yaml-faults/.test(path));

/** Lists the lines in which a fault is found, with their places. */
function linesWith(fault: RegExp): readonly string[] {
  return files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (fault.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
}

test('Chinese writes 台 in one way', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(linesWith(/臺/)).toEqual([]);
});

test('no space is beside full-width punctuation', () => {
  expect(linesWith(/[，。、；：！？」』》）] +[\p{Script=Han}\w「『《（{]/u)).toEqual([]);
  expect(linesWith(/[\p{Script=Han}\w}] +[，。、；！？」』》）]/u)).toEqual([]);
});

test('Points are never called money, and what is missing of them is counted in 點', () => {
  expect(linesWith(/錢拿|賺錢|領錢|還差[^。，]*\} 點數/)).toEqual([]);
});

const chinese = textsForFans('zh_TW');

/** A word that Taiwan does not use so, what it says instead, and a text with the word. */
const foreignWords: readonly (readonly [word: RegExp, instead: string, example: string])[] = [
  [/[您妳]/, '你', '歡迎您'],
  [/視頻/, '影片', '上傳視頻'],
  [/質量/, '品質', '畫面質量'],
  [/[賬帐]/, '帳', '賬號'],
  [/登[錄陸]/, '登入', '請先登錄'],
  [/屏幕|截屏|全屏/, '螢幕', '全屏播放'],
  [/網絡|聯網/, '網路', '檢查網絡'],
  [/信息|短信/, '訊息、簡訊', '個人信息'],
  [/默認|缺省/, '預設', '默認語言'],
  [/激活/, '啟用', '激活帳號'],
  [/用戶/, '粉絲、使用者', '新用戶'],
  [/點擊|單擊/, '點一下', '點擊按鈕'],
  [/服務器/, '伺服器', '服務器錯誤'],
  [/軟件|硬件|程序|插件/, '軟體、硬體、程式、外掛', '更新軟件'],
  [/鏈接/, '連結', '分享鏈接'],
  [/設置/, '設定', '通知設置'],
  [/搜索/, '搜尋', '搜索偶像'],
  [/界面/, '介面', '操作界面'],
  [/數據/, '資料、數字', '下載數據'],
  [/反饋/, '意見、回饋', '提交反饋'],
  [/刷新|加載/, '重新整理、載入', '刷新頁面'],
  [/郵箱/, '電子郵件、信箱', '綁定郵箱'],
  [/運營|渠道/, '營運、管道', '運營團隊'],
  [/點贊|關注(?!度)/, '按讚、追蹤', '關注偶像'],
  [/推送/, '推播', '開啟推送'],
  [/手機號(?!碼)|二維碼|掃碼/, '手機號碼、QR 碼', '輸入手機號'],
  [/水平(?!線)|高清|立馬|牛逼|給力/, '程度、高畫質、立刻', '高清畫面'],
  [/通過(?:你的)?(?:連結|電子?郵件|郵件|瀏覽器|錢包|網路|App)/, '透過', '通過連結加入'],
  [/支持(?:的)?(?:格式|瀏覽器|多種|此|這個功能)/, '支援', '不支持此格式'],
];

test.each(foreignWords)('no Chinese text has %s, for which Taiwan says %s', (word, _, example) => {
  expect(example).toMatch(word);
  expect(chinese.length).toBeGreaterThan(4000);
  expect(textsWith(word, chinese)).toEqual([]);
});

/** A text as it is shown: numbers for counts, a sign for other values, and the forms of a plural one after another. */
const filled = chinese.map(({ place, text }) => ({
  place,
  text: text
    .replaceAll(/\{\w+, number\}|(?<![&\w])#(?!\{)/g, '7')
    .replaceAll(/\{[\w.]+\}/g, '◇')
    .replaceAll(/\{\w+, plural,|(?:=\d|one|other) \{/g, '|')
    .replaceAll(/[{}]/g, ''),
}));

const faultsOfSetting: readonly (readonly [fault: string, pattern: RegExp, example: string])[] = [
  ['half-width punctuation', /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}|\p{Script=Han}\.(?!\w)/u, '你好,粉絲'],
  ['two signs for an ellipsis', /……|\.\.\./, '載入中……'],
  ['no space before Latin letters or digits', /\p{Script=Han}[A-Za-z0-9]/u, '剩下3 票'],
  ['no space after Latin letters or digits', /[A-Za-z0-9%]\p{Script=Han}/u, '用 App投票'],
];

test.each(faultsOfSetting)('no Chinese text has %s', (_, pattern, example) => {
  expect(example).toMatch(pattern);
  expect(textsWith(pattern, filled)).toEqual([]);
});
