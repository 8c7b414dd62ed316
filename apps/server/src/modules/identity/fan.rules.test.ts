import { platformBrand } from '#/config/brand.ts';
import { describe, expect, it } from 'vitest';
import { randomAccountId, randomAvatarSeed, randomFanCode, randomNickname, isReservedNickname } from './fan.rules.ts';

describe('what a new fan is given', () => {
  it('is random and fits the constraints of its columns', () => {
    const many = Array.from({ length: 2_000 }, () => ({
      id: randomAccountId(),
      code: randomFanCode(),
      seed: randomAvatarSeed(),
    }));
    for (const { id, code, seed } of many) {
      expect(id).toMatch(/^[a-z0-9]{16,32}$/);
      expect(code).toMatch(/^[A-Z2-9]{8}$/);
      expect(seed).toMatch(/^[a-z0-9]{12}$/);
    }
    expect(new Set(many.map(({ id }) => id)).size).toBe(many.length);
    expect(new Set(many.flatMap(({ code }) => code.split(''))).size).toBe(32);
  });

  it('includes a name in their language', () => {
    expect(randomNickname('en_US')).toMatch(/^Fan [A-Z2-9]{4}$/);
    expect(randomNickname('zh_TW')).toMatch(/^粉絲 [A-Z2-9]{4}$/);
  });
});

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

it.each(
  lines(`
  Lightstick
  LIGHT STICK
  L1ghtst1ck
  Ｌｉｇｈｔｓｔｉｃｋ
  lіghtѕtісk
  Iightstick
  Liɡhtstick
  ★Lightstick★
  L i g h t - s t i c k
  𝓛𝓲𝓰𝓱𝓽𝓼𝓽𝓲𝓬𝓴
  Ļíghtstíck
  Lightstick 2026
  Lightstick HQ
  Lightstick Official
  Lightstick 官方
  Lightstick小幫手
  Admin
  Adm1n
  4dmin
  @dmin
  Аdmіn
  ΑDMIN
  Adrnin
  Ⓐⓓⓜⓘⓝ
  Admin 01
  Admins
  the administrator
  M0derat0r
  ɱoderator
  mod
  support team
  Supp0rt
  $upport
  $taff
  The Staff
  0fficial
  Officiaⅼ Account
  The Real Official
  官方
  官方团队
  官方團隊
  官 方 團 隊
  「官方」
  官⽅
  客服
  客服人員
  客服专员
  客服01
  工作人员
  工作人員
  管理员
  管理員
  系統管理員
  系统
  官方帳號
  官方账号
  小编
  站长
  版主
  公式
  運営
  `),
)('%j is the platform’s or an office’s', (name) => expect(isReservedNickname(name, platformBrand)).toBe(true));

const ordinary = lines(`
  Mina, Lumi, Kiko Lin, Sanna Ho, Jay, Amy Chen, Andy, Adam, Admiral Lee, Adele, Adminton, Modesta, Mods Lover
  Modern Girl, Lightstick lover, Lightsticker, My Lightstick, Light, Sticky, Lights On, Lightning, Starlight
  Moonlight Stick, Stick Figure, Helpful Hana, Helpless Romantic, Helen, Help Me Vote, Teamwork, Team 48, Team Lumi
  TeamKiko, Team Ivy Forever, Dream Team, System of a Down, Systematic, Solar System, Staffan, Stafford, Staff of Life
  Supporter No.1, Supportive Sue, Mina Supporter, Services Fan, Secret Service Fan, Officially Yours, Official Crybaby
  Unofficial Mina, Office Lady, Officer K, Center of Lumi, The Real Slim Shady, The Best, Realist, Botany
  Robot Dreams, Hot Pot, Account of Monte Cristo, Custom Keyboard, Desk Plant, Root Beer, Roots, Rooftop, Moderato
  Administer Hugs, Natalie, Zoë, Renée, Łukasz, Søren, Nguyễn Thị Hoa, José, Ángela, Ivan, Olga 88, xX_star_Xx
  mina0214, k1ko_fan, l33t, 1004, 48, 7, 2026 fan, Room 101, B612, R2-D2, C-3PO, 5ive, 4ever Lumi, 2cute
  Starry Lantern 27, Sunny Encore 11, Velvet Comet 42, Golden Ribbon 63, Neon Chorus 90, Cosmic Echo 18
  Mellow Tempo 77, Fan K7Q2, Former fan X9PA, grandma, Dad, little sister, The Moon, Sun, Snow, Rainy Day, Coffee Time
  Bubble Tea, Taro Ball
  Иван, Мария, Κώστας, Δήμητρα, 김민지, 이지은, 박서준, さくら, たなか ゆい, ハナコ, 田中花子, علی‌رضا, فاطمة, שרה, अनीता, ශ්‍රී, สมชาย, ນ້ອຍ
  🎤, 💜💜💜, ✨star✨, ♡Lumi♡, (^_^), ~~~, mina♪, ☆彡, Lo Hi, Li Mi, Wil, Will I Am, Illinois, Lili, Lilli, Mimi, Mm, Wow
  Vv
  王小美, 李大華, 陳怡君, 林志明, 张伟, 李娜, 刘洋, 陈静, 黃雅婷, 吳家豪, 蔡依玲, 許瑋甯, 鄭文傑, 洪淑芬, 邱小豆, 曾國城, 賴賴, 簡單愛, 方大同, 官小美
  上官婉兒, 官官, 方方, 歐陽方, 官方認證粉絲一號, 小編輯, 小編的貓, 編編, 管理學院小美, 管理系學生, 管小菲, 管理我的心, 館長, 站長的貓, 站在你身邊, 版主的狗
  工作狂, 工作人員的貓, 工作人生, 工人小李, 人員已滿, 小幫手, 機器人, 代表台灣, 中心位, 永遠的中心, 服務業小妹, 客家小炒, 客人, 客服人員的惡夢, 團團, 團隊之光
  夢想團隊, 露米團隊應援, 團子, 隊長, 系統當機, 太陽系, 生態系統, 系花, 系學會長, 系主任, 通知鈴聲, 公告欄, 公主, 公式相容, 運動員, 運將, 認真的雪, 專員小陳
  星光燈籠 27, 暖陽安可 11, 月夜彗星 42, 櫻花合唱 63, 螢火蟲, 薄荷糖, 蜂蜜檸檬, 珍珠奶茶, 芋圓, 雞排, 小籠包, 鹹酥雞, 太陽餅, 鳳梨酥, 阿嬤, 阿公, 大姊頭
  粉絲 K7Q2, 前粉絲 X9PA, 苏玛的小太阳, 露米最高, 推し活, 单推人, 箱推, 萌新, 老粉, 路人甲, 吃瓜群众, 打call狂魔, 螢光棒, 應援團, 應援棒, 光棒, 紫色光海
`)
  .flatMap((line) => line.split(','))
  .map((name) => name.trim());

it('is an ordinary name otherwise', () => {
  expect(ordinary.length).toBeGreaterThan(200);
  expect(ordinary.filter((name) => isReservedNickname(name, platformBrand))).toEqual([]);
});

const aurora = {
  name: { en_US: 'Aurora', zh_TW: '極光' },
  shortName: { en_US: 'Go! (A)', zh_TW: '極光' },
};

it.each(['Aurora', 'Aur0ra Official', 'Аurоra', '極光', '極光官方', '★AURORA★', 'Go! (A)', 'Admin'])(
  'under the name of an organiser, %j is reserved',
  (name) => expect(isReservedNickname(name, aurora)).toBe(true),
);

it.each(['Lightstick', 'Aurora Borealis', '極光之下'])('and %j is a fan’s', (name) =>
  expect(isReservedNickname(name, aurora)).toBe(false),
);
