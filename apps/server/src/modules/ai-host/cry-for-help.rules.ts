import { inTraditional } from '#/lib/normalise-text.ts';

/** Whether a text is a cry for help. `possible`: it may be a figure of speech. */
export type Cry = 'certain' | 'possible' | 'none';

/** Phrases that have the words and another meaning. They are taken out before anything is looked for. */
const harmless = [
  /跳樓(?:機|大?拍賣|價|大?特價|大?甩賣|式)|自殺(?:突擊隊|式|炸彈|攻擊|小隊)|年輕生|不想活(?:動|躍|潑|用)|想死(?:守|忠|命|當|背|鬥|心塌地|板)/g,
  /想死(?:你|妳|您|他|她|它|牠|大家|各位)(?:們|們大家|本人)*(?=了|啦|囉|喔|噢|哦|耶|惹|ㄌ|的|[\s!！~～。，,.、?？^]|\p{Extended_Pictographic}|$)/gu,
  /結束自己的(?!生命|人生|性命|一切)|傷害自己的(?=票|排名|推|偶像|帳號|權益|名次)|燒炭(?=烤肉|火鍋|派對)/g,
  /\bsuicide (?:squad|doors?)\b|\bto die for\b|\bdie for (?:her|him|them|you|this|that|these|it|my|a|the|[a-z]+ (?:tickets?|votes?|merch))\b|\bdying to\b/g,
  /\bdon'?t want to live(?=[ -]?(?:stream|chat|tweet|blog)|\s+(?:in|near|at|with)\b)|\bno reason to live[ -]?(?=stream|chat)|\bend my live\b/g,
  /\b(?:cut|cutting) myself (?=a |an |some |off |out |short|in )|\b(?:hurt|hurting) myself (?=laughing)|\bkill(?:ing)? myself laughing\b|\bdie laughing\b/g,
] as const;

/** What is said by somebody who is in danger, whatever else the text says. */
const certain = [
  /不想活|活不下去|(?:想|要|去|會|打算|準備|企圖|考慮)自殺|自殺(?:了|的方法|方法|念頭)|想自盡|自盡|輕生|尋短|割腕|割手腕|自殘|(?:傷害|弄傷|割)(?:我)?自己|結束(?:我的?|自己的?|這個?)?(?:生命|人生|性命)|結束自己|了結(?:自己|生命|一生|這一生)|自我了[斷結]/,
  /(?:想|要|去|從\S{0,6})跳樓|跳樓(?:算了|自殺|死|一了百了)|從\S{0,6}(?:樓|頂|橋|陽台)\S{0,3}跳下|想跳下去|上吊|燒炭|吞(?:安眠)?藥|吃(?:一整瓶)?安眠藥|安眠藥(?:吞|吃)/,
  /(?:想|想要|想去|不如|還不如|乾脆|寧願|寧可|好想|只想|真想|去|讓我)死(?:掉|了算|了吧|一死|去)|死了算了|死掉算了|死了比較好|死掉比較好|死給(?:你|妳|他|她|大家)看|(?:我|好|真的|很|只|都|每天|一直|常常|有時)想死(?!你|妳|您|他|她|大家|各位)|^想死$/,
  /(?:離開|消失在?|告別)(?:這個|這|了這個)?(?:世界|人世|人間)|永遠(?:睡著|睡去|不要醒|消失)|一睡不醒|不想(?:再)?醒來|活著(?:好累|很累|好痛苦|很痛苦|沒有?意[思義]|沒有?意思|幹嘛|有什麼意[思義])|沒有?活(?:著|下去)的?(?:意義|理由|動力|必要)|活夠了|人生(?:好)?沒有?(?:意義|希望)|登出人生|人生登出/,
  /沒有我(?:大家|你們|他們|家人|世界|會|比較|都)\S{0,6}(?:更好|比較好|輕鬆|好過)|我(?:死|消失|不在)了?(?:也)?(?:沒人|不會有人|誰會)|我是(?:個)?(?:大家的|家人的)?累贅|我(?:真的|快|已經|好像|就|都)*撐不下去/,
  /\bkill(?:ing)? (?:my ?self|meself)\b|\bkms\b|\bunalive (?:my ?self|me)\b|\bend(?:ing)? (?:my|it all|my own|this) ?life\b|\b(?:want(?:ed)? to|wanna|going to|gonna|ready to|thinking of|think about|should i|just|about to|time to) end(?:ing)? (?:it all|it|things|everything)\b/,
  /\b(?:want(?:ed)? to|wanna|wish i could|ready to|rather|hope i|going to|gonna|let me|wish i would|just) (?:just )?die\b|\bwish(?:ed)? (?:i|that i) (?:was|were|wasn'?t|weren'?t|had never been|could be|am) (?:never )?(?:dead|born|alive|here anymore)\b|\bwish i (?:could )?(?:disappear(?:ed)?|never existed|wasnt alive)\b/,
  /\bdon'?t (?:want to|wanna) (?:live|be alive|exist|be here|wake up|go on)(?: any ?more)?\b(?! without)|\bno (?:reason|point|will) (?:to|in) (?:live|living|go on|going on|being alive)\b|\b(?:not|isn'?t|never) worth living\b|\btired of (?:living|being alive|life|existing)\b/,
  /\bbetter off (?:dead|without me|if i (?:was|were) (?:dead|gone))\b|\b(?:no ?one|nobody) (?:would|will|'?d) (?:even )?(?:miss me|care if i (?:die|died|was gone|disappeared))\b|\bnever wake up\b|\bsleep (?:and not wake up|forever)\b|\bsuicidal\b|\bcommit(?:ting)? suicide\b|\bsuicide\b(?=.{0,20}\b(?:me|i|my|hotline|note|method|way|help|thought|plan)s?\b)/,
  /\b(?:want to|wanna|going to|gonna|keep|kept|started|urge to|feel like|thinking (?:of|about)|i|been) (?:hurt|harm|cut)(?:ting|ing)? my ?self\b(?! (?:danc|practi|laugh|cook|shav|at (?:practice|the gym)|on ))|\bself[- ]?harm|\bslit(?:ting)? my wrists?\b|\bhang(?:ing)? my ?self\b|\boverdos(?:e|ing)\b|\bjump(?:ing)? off (?:a|the|my) (?:bridge|roof|building|balcony)\b|\bcan'?t (?:go on|keep living|live like this|do this life)\b/,
] as const;

/** What is said in earnest and in fun. */
const possible = [
  /想死|不想活|自殺|跳樓|想消失|厭世|想不開|撐不下去|活膩|生不如死|崩潰到|去死一死|自我傷害/,
  /suicid|\bkill(?:ing)? my ?self|\bwant(?:ed)? to die|\bwanna die|\bend it all|\b(?:hurt|harm|cut)(?:ting|ing)? my ?self|\bdon'?t (?:want to|wanna) (?:live|exist)|\bno reason to live|\bself[- ]?harm|\bi(?:'?m| am) going to die\b|\bcan'?t take (?:it|this) any ?more\b|\bhate (?:my life|being alive)\b/,
] as const;

/** What makes the words a figure of speech, or somebody else's: exaggeration, laughter, a song, a film, a game. */
const figurative =
  /到(?:我)?(?:好|都|快)?(?:想死|不想活|想跳樓|想自殺|活不下去)|得(?:好)?想死|沒有\S{1,8}(?:我)?(?:會|就|真的)*活不下去|(?:歌詞|歌名|電影|影集|小說|劇情|角色|遊戲|漫畫|新聞|那首歌|這首歌|哈哈|笑死|XD|www+)|\b(?:lol|lmao|rofl|haha\w*|xd|jk|laughing|cute|cuteness|cringe|embarrass\w*|homework|exams?|heat|too hot|lyrics?|movie|film|song called|novel|game|so pretty|gorgeous|beautiful|happiness)\b|[😂🤣😆😍🥰]/iu;

/**
 * Listens for a cry for help. What is certain gets help lines at once; what may be a figure of speech is answered like any
 * question, and its fan sees help lines, too.
 */
export function cryForHelp(given: string): Cry {
  const text = inTraditional(given.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
  const heard = harmless.reduce((left, phrase) => left.replaceAll(phrase, ' '), text);
  // Characters that are set apart are a word.
  const dense = heard.replaceAll(/[\s\p{P}\p{S}]/gu, '');
  const has = (phrases: readonly RegExp[]) => phrases.some((phrase) => phrase.test(heard) || phrase.test(dense));
  if (has(certain)) return figurative.test(text) ? 'possible' : 'certain';
  return has(possible) ? 'possible' : 'none';
}
