/** Whole passwords in lower case: keyboard runs, digit sequences and other patterns without a word. */
const passwords = textsIn(`
!@#$1234 !@#123qwe !@#asdfg !@#asdfgh !@#asdfghj !@#asdfghjk !@#asdfghjkl !@#qwert !@#qwerty !@#qwertyu !@#qwertyui
!@#qwertyuio !@#qwertyuiop !@#zxcvb !@#zxcvbn !@#zxcvbnm !asdfghj !asdfghjk !asdfghjkl !q2w3e4r !qaz2wsx !qaz@wsx
!qwertyu !qwertyui !qwertyuio !qwertyuiop !zxcvbnm 1!asdfgh 1!asdfghj 1!asdfghjk 1!asdfghjkl 1!qwerty 1!qwertyu
1!qwertyui 1!qwertyuio 1!qwertyuiop 1!zxcvbn 1!zxcvbnm 112233aa 123!@#qwe 123!asdf 123!asdfg 123!asdfgh 123!asdfghj
123!asdfghjk 123!asdfghjkl 123!qwer 123!qwert 123!qwerty 123!qwertyu 123!qwertyui 123!qwertyuio 123!qwertyuiop
123!zxcv 123!zxcvb 123!zxcvbn 123!zxcvbnm 123123123a 123123qwe 123321aa 123321qwe 1234!@#$ 1234567! 12345678!
12345678* 12345678. 123456789! 123456789. 1234567890a 1234567890a! 1234567890aa 1234567890b 1234567890b! 1234567890bb
1234567890c 1234567890c! 1234567890cc 1234567890d 1234567890d! 1234567890dd 1234567890e 1234567890e! 1234567890ee
1234567890q 1234567890q! 1234567890qq 1234567890w 1234567890w! 1234567890ww 1234567890x 1234567890x! 1234567890xx
1234567890y 1234567890y! 1234567890yy 1234567890z 1234567890z! 1234567890zz 123456789a 123456789a! 123456789aa
123456789b 123456789b! 123456789bb 123456789c 123456789c! 123456789cc 123456789d 123456789d! 123456789dd 123456789e
123456789e! 123456789ee 123456789q 123456789q! 123456789qq 123456789w 123456789w! 123456789ww 123456789x 123456789x!
123456789xx 123456789y 123456789y! 123456789yy 123456789z 123456789z! 123456789zz 12345678a 12345678a! 12345678aa
12345678b 12345678b! 12345678bb 12345678c 12345678c! 12345678cc 12345678d 12345678d! 12345678dd 12345678e 12345678e!
12345678ee 12345678q 12345678q! 12345678qq 12345678w 12345678w! 12345678ww 12345678x 12345678x! 12345678xx 12345678y
12345678y! 12345678yy 12345678z 12345678z! 12345678zz 1234567a 1234567a! 1234567aa 1234567b 1234567b! 1234567bb
1234567c 1234567c! 1234567cc 1234567d 1234567d! 1234567dd 1234567e 1234567e! 1234567ee 1234567q 1234567q! 1234567qq
1234567w 1234567w! 1234567ww 1234567x 1234567x! 1234567xx 1234567y 1234567y! 1234567yy 1234567z 1234567z! 1234567zz
123456a! 123456aa 123456abc 123456asd 123456asdf 123456asdfg 123456asdfgh 123456asdfghj 123456asdfghjk 123456asdfghjkl
123456b! 123456bb 123456c! 123456cc 123456d! 123456dd 123456e! 123456ee 123456pass 123456q! 123456qq 123456qwe
123456qwer 123456qwert 123456qwerty 123456qwertyu 123456qwertyui 123456qwertyuio 123456qwertyuiop 123456w! 123456ww
123456x! 123456xx 123456y! 123456yy 123456z! 123456zxcv 123456zxcvb 123456zxcvbn 123456zxcvbnm 123456zz 12345abc
12345asdf 12345asdfg 12345asdfgh 12345asdfghj 12345asdfghjk 12345asdfghjkl 12345pass 12345qwe 12345qwer 12345qwert
12345qwerty 12345qwertyu 12345qwertyui 12345qwertyuio 12345qwertyuiop 12345zxcv 12345zxcvb 12345zxcvbn 12345zxcvbnm
1234asdf 1234asdfg 1234asdfgh 1234asdfghj 1234asdfghjk 1234asdfghjkl 1234pass 1234qwer 1234qwert 1234qwerty
1234qwertyu 1234qwertyui 1234qwertyuio 1234qwertyuiop 1234zxcv 1234zxcvb 1234zxcvbn 1234zxcvbnm 123abc123 123abc456
123asd123 123asdfg 123asdfgh 123asdfghj 123asdfghjk 123asdfghjkl 123qwe123 123qwe123qwe 123qweasd 123qweasdzxc
123qwert 123qwerty 123qwertyu 123qwertyui 123qwertyuio 123qwertyuiop 123zxcvb 123zxcvbn 123zxcvbnm 12asdfgh 12asdfghj
12asdfghjk 12asdfghjkl 12qwaszx 12qwerty 12qwertyu 12qwertyui 12qwertyuio 12qwertyuiop 12zxcvbn 12zxcvbnm 1314520a
147258369a 147852aa 159357aa 159753aa 19801980a 19811981a 19821982a 19831983a 19841984a 19851985a 19861986a 19871987a
19881988a 19891989a 19901990a 19921992a 19931993a 19941994a 19951995a 19961996a 19971997a 19981998a 1a2b3c4d
1a2b3c4d5e 1a2s3d4f 1asdfghj 1asdfghjk 1asdfghjkl 1password 1q2w3e4r 1q2w3e4r! 1q2w3e4r5t 1q2w3e4r5t6y 1q@w3e4r
1qaz!qaz 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz3edc 1qaz4rfv 1qaz@wsx 1qazxsw2 1qwertyu 1qwertyui 1qwertyuio 1qwertyuiop
1z2x3c4v 1zxcvbnm 20012001a 20032003a 20042004a 20052005a 20062006a 20072007a 20082008a 20092009a 20102010a 20112011a
20122012a 20132013a 20142014a 20152015a 20162016a 20172017a 20182018a 20192019a 20212021a 20232023a 20242024a
20252025a 20262026a 20272027a 20282028a 20292029a 20302030a 2wsx1qaz 2wsx2wsx 2wsx3edc 2wsx4rfv 321321aa 3edc1qaz
3edc2wsx 3edc3edc 3edc4rfv 4321qwer 4rfv1qaz 4rfv2wsx 4rfv3edc 4rfv4rfv 5201314a 5201314q 5201314woaini 520520aa
520woaini 654321aa 789456123a 87654321a 9876543210a 987654321a a112233a a123123123 a123456! a1234567 a1234567!
a12345678 a12345678! a123456789 a123456789! a1234567890 a1234567890! a1234567a a123456a a1314520 a147258369 a19801980
a19811981 a19821982 a19831983 a19841984 a19851985 a19861986 a19871987 a19881988 a19891989 a19901990 a19921992
a19931993 a19941994 a19951995 a19961996 a19971997 a19981998 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 a20012001
a20032003 a20042004 a20052005 a20062006 a20072007 a20082008 a20092009 a20102010 a20112011 a20122012 a20132013
a20142014 a20152015 a20162016 a20172017 a20182018 a20192019 a20212021 a20232023 a20242024 a20252025 a20262026
a20272027 a20282028 a20292029 a20302030 a5201314 a789456123 a87654321 a987654321 a@123456 aa112233 aa123321 aa123456
aa1234567 aa12345678 aa123456789 aa1234567890 aa520520 aa654321 aa@123456 aaa12345 abc!@#123 abc12345 abc123456
abc1234567 abc12345678 abc123456789 abc123abc abc19801980 abc19811981 abc19821982 abc19831983 abc19841984 abc19851985
abc19861986 abc19871987 abc19881988 abc19891989 abc19901990 abc19911991 abc19921992 abc19931993 abc19941994
abc19951995 abc19961996 abc19971997 abc19981998 abc19991999 abc20002000 abc20012001 abc20022002 abc20032003
abc20042004 abc20052005 abc20062006 abc20072007 abc20082008 abc20092009 abc20102010 abc20112011 abc20122012
abc20132013 abc20142014 abc20152015 abc20162016 abc20172017 abc20182018 abc20192019 abc20202020 abc20212021
abc20222022 abc20232023 abc20242024 abc20252025 abc20262026 abc20272027 abc20282028 abc20292029 abc20302030 abc5201314
abc@1234 abc@123456 abcd1234 abcd12345 abcd@1234 abcde12345 abcdef123 admin123 admin1234 admin12345 admin@123 agent007
asd12345 asd123456 asd123asd asdasd123 asdf!@#$ asdf123! asdf1234 asdf12345 asdf123456 asdfg!@# asdfg123 asdfg123!
asdfg1234 asdfg12345 asdfg123456 asdfgh!@# asdfgh1! asdfgh12 asdfgh123 asdfgh123! asdfgh1234 asdfgh12345 asdfgh123456
asdfghj! asdfghj!@# asdfghj1 asdfghj1! asdfghj12 asdfghj123 asdfghj123! asdfghj1234 asdfghj12345 asdfghj123456
asdfghjk! asdfghjk!@# asdfghjk1 asdfghjk1! asdfghjk12 asdfghjk123 asdfghjk123! asdfghjk1234 asdfghjk12345
asdfghjk123456 asdfghjkl! asdfghjkl!@# asdfghjkl1 asdfghjkl1! asdfghjkl12 asdfghjkl123 asdfghjkl123! asdfghjkl1234
asdfghjkl12345 asdfghjkl123456 b123456! b1234567 b1234567! b12345678 b12345678! b123456789 b123456789! b1234567890
b1234567890! bb123456 bb1234567 bb12345678 bb123456789 bb1234567890 bond007bond c123456! c1234567 c1234567! c12345678
c12345678! c123456789 c123456789! c1234567890 c1234567890! cc123456 cc1234567 cc12345678 cc123456789 cc1234567890
cde3cde3 cde3vfr4 cde3xsw2 cde3zaq1 changeme1 changeme123 d123456! d1234567 d1234567! d12345678 d12345678! d123456789
d123456789! d1234567890 d1234567890! dd123456 dd1234567 dd12345678 dd123456789 dd1234567890 demo1234 dragon12 e123456!
e1234567 e1234567! e12345678 e12345678! e123456789 e123456789! e1234567890 e1234567890! ee123456 ee1234567 ee12345678
ee123456789 ee1234567890 fuckoff1 fuckyou1 fuckyou123 fuckyou2 guest123 hello123 hello1234 ilove123 iloveu123
iloveyou! iloveyou1 iloveyou123 iloveyou2 iloveyou3 jamesbond007 letmein! letmein1 letmein123 login123 love1234
loveme123 loveyou1 master123 monkey12 mypassword1 ncc1701d ncc1701e p@ssw0rd p@ssword pa$$w0rd pa$$word pa55w0rd
pa55word pass1234 pass12345 pass123456 passw0rd password1 q123456! q1234567 q1234567! q12345678 q12345678! q123456789
q123456789! q1234567890 q1234567890! q1w2e3r4 q1w2e3r4! q1w2e3r4t5 q1w2e3r4t5y6 q5201314 qaz123wsx qq123456 qq1234567
qq12345678 qq123456789 qq1234567890 qq5201314 qwaszx12 qwe!@#123 qwe123123 qwe12345 qwe123456 qwe123asd qwe123qwe
qweasd123 qweqwe123 qwer!@#$ qwer123! qwer1234 qwer12345 qwer123456 qwer4321 qwert!@# qwert123 qwert123! qwert1234
qwert12345 qwert123456 qwerty!@# qwerty1! qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwertyu!
qwertyu!@# qwertyu1 qwertyu1! qwertyu12 qwertyu123 qwertyu123! qwertyu1234 qwertyu12345 qwertyu123456 qwertyui!
qwertyui!@# qwertyui1 qwertyui1! qwertyui12 qwertyui123 qwertyui123! qwertyui1234 qwertyui12345 qwertyui123456
qwertyuio! qwertyuio!@# qwertyuio1 qwertyuio1! qwertyuio12 qwertyuio123 qwertyuio123! qwertyuio1234 qwertyuio12345
qwertyuio123456 qwertyuiop! qwertyuiop!@# qwertyuiop1 qwertyuiop1! qwertyuiop12 qwertyuiop123 qwertyuiop123!
qwertyuiop1234 qwertyuiop12345 qwertyuiop123456 root1234 root@123 s123456789 server123 shadow12 system123 temp1234
test1234 test12345 test123456 thx1138a trustno1 user1234 vfr4cde3 vfr4vfr4 vfr4xsw2 vfr4zaq1 w123456! w1234567
w1234567! w12345678 w12345678! w123456789 w123456789! w1234567890 w1234567890! wang1234 welcome1 welcome@123
woaini1314 woaini520 woaini5201314 woaini521 ww123456 ww1234567 ww12345678 ww123456789 ww1234567890 x123456! x1234567
x1234567! x12345678 x12345678! x123456789 x123456789! x1234567890 x1234567890! xsw2cde3 xsw2vfr4 xsw2xsw2 xsw2zaq1
xx123456 xx1234567 xx12345678 xx123456789 xx1234567890 y123456! y1234567 y1234567! y12345678 y12345678! y123456789
y123456789! y1234567890 y1234567890! yy123456 yy1234567 yy12345678 yy123456789 yy1234567890 z123456! z1234567
z1234567! z12345678 z12345678! z123456789 z123456789! z1234567890 z1234567890! z1x2c3v4 zaq12wsx zaq1cde3 zaq1vfr4
zaq1xsw2 zaq1zaq1 zxc12345 zxc123456 zxcv123! zxcv1234 zxcv12345 zxcv123456 zxcvb!@# zxcvb123 zxcvb123! zxcvb1234
zxcvb12345 zxcvb123456 zxcvbn!@# zxcvbn1! zxcvbn12 zxcvbn123 zxcvbn123! zxcvbn1234 zxcvbn12345 zxcvbn123456 zxcvbnm!
zxcvbnm!@# zxcvbnm1 zxcvbnm1! zxcvbnm12 zxcvbnm123 zxcvbnm123! zxcvbnm1234 zxcvbnm12345 zxcvbnm123456 zz123456
zz1234567 zz12345678 zz123456789 zz1234567890
`);

/** Common base words of passwords, in lower case. */
const words = textsIn(`
abc abcd abcde abcdef abcdefg abcdefgh access admin administrator aespa aini aiwoma akb alex alexander alexis allah
amanda amazon america andrew android angel angels anthony anything apple april army arsenal asdf asdfgh asdfghjkl
ashley asshole august austin autumn avengers azerty baby babyboy babygirl baekhyun banana bangchan baobao baobei
barcelona baseball basketball batman bear beautiful bej berlin bestfriend bias biasmain bigbang bitch biteme black
blackpink blessed blink blue blues bnk boston brandon brazil brian brother bts btsarmy bubbletea buddha bullshit
bunnies bunny butterfly california camaro canada candy captain carat cash cat chaeyoung champion changbin change
changeme chanyeol charizard charles charlie cheese chelsea chen cherry chicago chicken china chocolate christ
christian christopher cisco ckg coffee computer concert cookie corvette cowboys cpop crystal cute cutie daddy dahyun
dallas dance dancer dancing daniel darling david debian debut december default demo denver diablo diamond digimon
discord dive dog doggy dollar dolphin doraemon dragon drummer eagle eagles elf elizabeth emily emma encore energy
engene england enhypen exo exol facebook faith falcon family fan fanclub fans father fearnot february felix ferrari
florida flower flowers football forever fortnite france freedom friday friend friends frodo fuck fuckoff fuckyou
galaxy gamer gaming gandalf gdragon george germany ghost gidle ginger girlsgeneration giselle gmail gnz god godisgood
goku gold golden golf golfer google got7 grace green guest guitar hannah harley harrypotter hawk heaven hello
hellokitty hermione hinatazaka hockey hogwarts honda honey hope hoseok hotmail houston huawei hunter hyunjin idol
idols igot ihateyou ilovebts iloveexo iloveidol ilovekpop ilovetwice iloveu iloveyou imissyou india instagram internet
ipad iphone ironman isabella itzy ive jackson james january japan jason jazz jedi jennie jennifer jeongyeon jessica
jesus jesuschrist jiayou jihyo jimin jisoo jkt john johnson jonathan jordan joshua jpop july june jungkook justin
juventus karina kevin keyakizaka killer king kitten kitty korea kpop lakers laogong laopo laura legolas lemon
lesserafim letme letmein lightstick linux lion lisa liverpool login london love lovely loveme lover loveyou lucky
luckyday luffy luigi magic mama mamamoo manchester mango march maria mario martin marvel master matrix matthew may
melissa mercedes metal mexico michael michelle mickey microsoft midzy milktea million mina minecraft minnie mintgreen
moa mohammed mommy momo monday money monkey monster moomoo moonlight mother music musica mustang mymy myself mysql
namjoon naruto natalie nayeon nct nctzen netflix neverland newjeans newyork nicole nihao ningning ninja nintendo
nissan nogizaka nokia nothing november october oliver olivia once onepiece oracle orange oshi outlook packers panda
panther papa paris pass passcode passw passwd password passwort patrick patriots paypal peace peach pearl pepper peter
phoenix piano pikachu pirate pizza playstation points pokemon pokemongo porsche potter power pretty prince princess
punk puppy purple qazwsx qinaide queen qweasd qweasdzxc qwerty qwertyuiop qwertz rabbit rachel raiders rainbow ranger
ranking realmadrid rebecca red redsox redvelvet reveluv rich richard robert roblox rock rockstar root rose ruby russia
sakurazaka samantha samsung samurai sana sarah sasuke saturday secret sehun seokjin september server seventeen shadow
shark shawol shinee shit silver singer sister skywalker snapchat snh sniper snoopy snsd soccer soldier something sone
sonic sony sophia spiderman spotify spring stan starcraft starlight starwar starwars stay steelers stephanie steven
strawberry straykids success sugar suho summer sunday sunshine superjunior superman suzuki sweet sweetheart sweetie
swimming system taehyung taeyang taipei taiwan telegram temp tennis terminator test tester testing texas
thomas thursday ticket tickets tiger tiktok tokyo totoro toyota trinity trustno tuesday turtle twice twitter txt tyler
tzuyu ubuntu user vader vampire victoria victory violin vip vote voter voting wang wangpeng wannaone warcraft warrior
wednesday welcome whatever whatsapp white william windows winner winter wizard woaini wolf wonyoung xbox
xiaomi xiaoming yahoo yamaha yankees yellow yoda yoongi youtube yujin zelda zhang zhongguo zombie zxcvbn zxcvbnm
`);

/** Digits and symbols around a common word that still leave a password common, as in `Password2026!`. */
const mostDecoration = 6;
const fewestDistinctCharacters = 4;

/**
 * Tells whether guessers try a password first: a known one, a common word with digits, symbols or look-alike letters,
 * or a short repeated pattern.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (passwords.has(lower) || new Set(lower).size < fewestDistinctCharacters) return true;
  const core = lower.replace(/^[^\p{L}]+/u, '').replace(/(?<=\p{L})[^\p{L}]+$/u, '');
  if (lower.length - core.length > mostDecoration) return false;
  const word = withoutLookAlikes(core);
  return words.has(word) || words.has(halfOfTwice(word));
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function withoutLookAlikes(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (character) => lookAlikes[character] ?? character);
}

/** Returns `pass` for `passpass`; the text itself if it is not a repetition. */
function halfOfTwice(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

function textsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}
