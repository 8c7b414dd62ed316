import { describe, expect, test } from 'vitest';
import { type Language, textsForFans, textsWith } from './texts-for-fans.ts';

/** A thing's one name, its refused second names, and a text with one of them. The names are those of the glossary. */
type Name = readonly [name: string, refused: RegExp, example: string];

const names: Readonly<Record<Language, readonly Name[]>> = {
  en_US: [
    ['Point', /(?<!test (?:network )?)\bcoins?\b|\bcredits\b|\bfan points?\b/i, 'Earn 20 coins'],
    ['ticket', /\b(?:vouchers?|coupons?|vote tickets?)\b/i, 'Use a vote ticket'],
    ['cheer', /\bcall (?:rank|for (?:her|your idol))\b/i, 'Your call rank'],
    ['Best 7', /\b(?:Best|Top) Seven\b|\bBest7\b/, 'Line up your Best Seven'],
    ['ballot', /\bvoting (?:slips?|cards?)\b/i, 'Your voting slip'],
    ['election', /\bvot(?:e|ing) activit(?:y|ies)\b|\bvoting events?\b/i, 'This vote activity is over'],
    ['vote pack', /\bvotes? (?:bundles?|packages?)\b/i, 'Buy a vote bundle'],
    [
      'votes set aside',
      /\b(?:quarantined?|suspended|suspicious) votes?\b|\breviewed votes\b/i,
      'Suspicious votes wait',
    ],
    ['mall', /\b(?:points?|tickets?|gift) (?:mall|shop|store)\b/i, 'Open the points mall'],
    ['NFT', /\b(?:digital )?collectibles?\b/i, 'Your collectibles'],
    ['red packet', /\b(?:red pockets?|lucky (?:money|bags?)|hong ?bao)\b/i, 'Open a red pocket'],
    ['red-envelope draw', /\bred envelope draws?\b|\benvelope lotter(?:y|ies)\b/i, 'Join the red envelope draw'],
    ['blind box', /\b(?:mystery|lucky|surprise|loot) box(?:es)?\b|\bgacha\b/i, 'Open a mystery box'],
    ['raffle', /\b(?:lotter(?:y|ies)|sweepstakes?|prize draws?)\b/i, 'Join the lottery'],
    ['Point bonus', /\b(?:staking rewards?|dividends?|interest on|yields?)\b/i, 'Get your staking reward'],
    ['fan code', /\b(?:user|member|friend|referral|promo) codes?\b/i, 'Share your referral code'],
    ['gift of tickets', /\b(?:transfer|donate)s? (?:your |the )?tickets\b/i, 'Transfer tickets to a fan'],
    ['recipient', /\breceivers?\b/i, 'Check the receiver'],
    ['featured fan', /(?<!featured )\bfan of the (?:day|week)\b|\bstar fan\b/i, 'The fan of the day'],
    ['AI host', /\bAI (?:agent|bot|assistant|anchor)s?\b|\bchatbots?\b/i, 'Ask the AI agent'],
    ['live room', /\b(?:live ?streams?|streaming rooms?)\b/i, 'Watch the livestream'],
    ['moderator', /\badmin(?:istrator)?s?\b/i, 'An admin decides'],
    ['X', /\bTwitter\b/i, 'Follow us on Twitter'],
    ['link an account', /\b(?:un)?bind(?:s|ing)?\b/i, 'Bind your account'],
    ['sign in', /\blog(?:s|ged|ging)?[ -](?:in|out|on|off)\b|\blog(?:in|out)\b/i, 'Log in to vote'],
    ['sign up', /\bregister(?:s|ed|ing)?\b/i, 'Register to vote'],
    ['notification', /\b(?:push )?alerts?\b|\bpush notices?\b/i, 'Turn on alerts'],
    ['photo of a profile', /\bprofile pictures?\b/i, 'Change your profile picture'],
    ['My support', /\bsupport records?\b/i, 'See your support record'],
    ['child safety', /\bkeeping children safe\b/i, 'Keeping children safe'],
    [
      'approved video',
      /\b(?:accepted|rejected) videos?\b|\bvideo (?:is|was) (?:accepted|rejected)\b/i,
      'Accepted videos pay',
    ],
  ],
  zh_TW: [
    ['點數', /積分|金幣|代幣|紅利點|點數商城|(?<!還差 |再 )\{\w+(?:, number)?\} 點(?!數)/, '獲得 {points} 點'],
    ['投票券', /[票投]卷|選票券|優惠券|折價券|兌換券/, '三張票卷'],
    ['門票', /(?<!投)票券/, '購買票券'],
    ['打 Call', /打call|打CALL|打 (?:call|CALL)|打Call|打榜/, '為她打call'],
    ['最佳七人', /最佳七位|最佳 ?7|最強七人|七人組/, '排出最佳七位'],
    ['票數包', /(?<!數)票包|投票包/, '購買票包'],
    ['暫不計入', /隔離的?票|票.{0,4}被?隔離|凍結的票/, '被隔離的票'],
    ['審核', /審查/, '等待審查'],
    ['商城', /商店|賣場|商場/, '前往商店'],
    ['NFT', /數[位字]藏品|數位收藏/, '數位藏品'],
    ['紅包', /利是|紅封包|福袋/, '搶福袋'],
    ['盲盒', /盲箱|福箱|扭蛋|轉蛋|驚喜盒|神祕盒/, '開盲箱'],
    ['抽獎', /抽選|摸彩|樂透/, '參加摸彩'],
    ['登記抽獎', /抽獎.{0,4}報名/, '抽獎則要報名'],
    ['點數回饋', /利息|收益|紅利|股息/, '每週的收益'],
    ['粉絲代碼', /推薦碼|會員碼|好友碼|粉絲碼/, '輸入推薦碼'],
    ['贈送', /轉送|轉贈|打賞/, '轉送投票券'],
    ['AI 主持人', /AI ?(?:主播|助理|機器人|代理|助手)/, '問 AI 助理'],
    ['AI 主持人直播間', /主持人的房間|直播室|直播房|房間規/, 'AI 主持人的房間'],
    ['管理員', /版主|板主|小編|房管/, '版主會查看'],
    ['主辦單位', /主辦方/, '主辦方的種子'],
    ['X', /推特/, '連結推特'],
    ['連結帳號', /綁定|解綁/, '綁定 Discord'],
    ['排行榜', /粉絲排行(?!榜)|排名榜|英雄榜/, '粉絲排行'],
    ['活動總覽', /活動總結/, '查看活動總結'],
    ['歌曲投票', /歌曲票選/, '參加歌曲票選'],
    ['個人檔案', /我的個人資料|「個人資料」/, '到「個人資料」關閉'],
    ['兒少安全', /兒童安全/, '兒童安全政策'],
    ['編號', /背號/, '背號比較小'],
    ['尋找偶像', /搜索偶像|找尋偶像/, '找尋偶像'],
    // What a wallet has is 帳戶.
    ['帳號', /^(?!.*(?:錢包|本網站)).*帳戶/, '你的帳戶'],
    ['隊伍', /團隊總票/, '團隊總票數'],
  ],
};

const modules = 'apps/server/src/modules';
const sources = [
  'apps/web/public/locales',
  'content/demo/tasks.yaml',
  'content/demo/pages',
  'packages/contract/src/error-texts',
  `${modules}/mail/templates`,
  `${modules}/notices/push-words.ts`,
  `${modules}/ai-host/answers.yaml`,
];

describe.each(['en_US', 'zh_TW'] as const)('in %s', (language) => {
  const texts = textsForFans(language);

  test.each(sources)('texts are found in %s', (source) => {
    expect(texts.some(({ place, text }) => place.startsWith(source) && text.length > 3)).toBe(true);
  });

  test.each(names[language])('no second name is said for %s', (_, refused, example) => {
    expect(example).toMatch(refused);
    expect(textsWith(refused, texts)).toEqual([]);
  });
});
