const platform = 'lightstick';
const offices =
  /official|administrator|admin|moderator|support|service|staff|team|help|system|官方|客服|管理員|管理员|工作人員|小編|團隊|系統/g;

/** Letters and digits that are taken for others, in Latin, Cyrillic and Greek. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  $: 's',
  '|': 'l',
  '!': 'l',
  а: 'a',
  е: 'e',
  о: 'o',
  с: 'c',
  к: 'k',
  т: 't',
  ѕ: 's',
  і: 'i',
  ι: 'i',
  κ: 'k',
  τ: 't',
  ο: 'o',
};

/** Whether a name says that the platform itself speaks: its own name, an office in it, or both, and nothing else. */
export function isReservedNickname(nickname: string): boolean {
  const letters = Array.from(nickname.normalize('NFKD').toLowerCase(), (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // An i and an l look alike in many typefaces, on either side of the comparison.
  const own = (text: string) => text.replaceAll('i', 'l');
  const rest = letters.replaceAll(offices, '');
  if (own(rest) === own(platform)) return true;
  return rest === '' && letters !== '';
}
