import { skeletonOf } from '#/lib/look-alikes.ts';
import { normaliseText } from '#/lib/normalise-text.ts';

const platform = 'lightstick';
/** Who speaks for the platform. */
const offices =
  'official officials administrator administrators admin admins moderator moderators webmaster 官方 客服 管理員 管理者 管理人員 工作人員 站長 版主 小編 公式 運営 スタッフ 관리자 운영자 공식';
/** Words that are an office alone or beside one, but also a part of ordinary names. */
const offhand = 'mod mods support service services staff team help helpdesk system root 團隊 系統 管理 客戶服務';
/** Words that change nothing beside an office. */
const fillers =
  'the real account center centre desk hq bot customer 帳號 賬號 人員 中心 專員 服務 小幫手 機器人 代表 認證 公告 通知';

const formOf = (text: string) => normaliseText(skeletonOf(text));
const patternOf = (words: string) =>
  new RegExp(
    words
      .split(' ')
      .map(formOf)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'gu',
  );

const ownName = patternOf(platform);
const office = patternOf(offices);
const everyOffice = patternOf(`${offices} ${offhand}`);
const filler = patternOf(fillers);

/**
 * Whether a name impersonates the platform: its name, an office, or both, with nothing else but words such as "the" and "帳號",
 * whatever script, digits or signs its letters are written with.
 */
export function isReservedNickname(nickname: string): boolean {
  const isOnly = (text: string, role: RegExp) => {
    const form = formOf(text);
    const rest = form.replaceAll(ownName, '').replaceAll(role, '');
    return rest !== form && rest.replaceAll(filler, '') === '';
  };
  // Digits that are no letters only number an office, as in "Admin 01"; "Team 48" is a fan's.
  return isOnly(nickname, everyOffice) || isOnly(nickname.normalize('NFKC').replaceAll(/\p{Nd}/gu, ''), office);
}
