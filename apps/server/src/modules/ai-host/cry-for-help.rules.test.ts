import { describe, expect, it } from 'vitest';
import { cryForHelp } from './cry-for-help.rules.ts';

const lines = (text: string) => text.trim().split('\n');

const harmless = lines(`
我想死你們了
想死妳了！
想死你了 露米
大家我想死你們啦
想死各位了
露米我想死妳了～
跳樓機好玩嗎
演唱會旁邊的跳樓機幾點開
商城有跳樓大拍賣嗎
這個跳樓價可以買幾張
跳樓拍賣的盲盒
自殺突擊隊那首歌會唱嗎
自殺式攻擊的打法
年輕生命的第一次演唱會
年輕生意人可以投票嗎
不想活動結束
我不想活動太早截止
不想活躍也能拿點數嗎
我想死守第一名
想死忠支持露米
這題要想死背嗎
結束自己的直播怎麼按
不要傷害自己的排名好嗎
燒炭烤肉活動在哪
笑死 第一名是誰
餓死了 任務做完了
票數追到累死
露米可愛死了
緊張死了幾點截止
太好聽了我要死了啦這歌是誰唱的
票券用完我會死心嗎
這樣會不會死機
死忠粉有獎勵嗎
不死鳥那首歌第幾名
this song is to die for
i would die for her, how do i vote
dying to see the concert
i'm dying to know who is first
is suicide squad in the song list
killing it on stage today
she killed it last night
her voice is killer
this queue is killing me
my phone died while voting
i nearly died when she waved
dead, she is so cute
i don't want to live stream, just chat
i don't want to live in taipei but can i vote
no reason to livestream that early
when do you end my live ticket
i cut myself a slice of cake, what time is the live
cut myself off from sweets to save points, joke
can you hurt your rank by cheering
does it hurt to vote late
end the round already
when does it all end
does this live end at ten
die laughing at her jokes
will the app die at midnight
i can live without the box
this boss fight kills me every time
what is a dead heat in the ranking
who lives in taipei
is the vote alive until ten
do votes die at midnight
overdue tasks, can i still do them
`);

const figurative = lines(`
考試考到想死，投票幾點截止
熱到想死了演唱會有冷氣嗎
尷尬到想消失
沒有露米我會活不下去
那首歌的歌詞有自殺是什麼意思
伺服器撐不下去了嗎
我不想死在第十名
上班好厭世，有什麼任務
i want to die of cuteness
i wanna die lol she is so pretty
homework makes me want to die
kill myself over this exam haha
is the song about suicide
`);

const real = lines(`
我想死
想死
好想死
我真的想死
我不想活了
活不下去了
我活不下去
想自殺
我要自殺
我打算自殺
自殺的方法有哪些
想自殺怎麼辦
我想輕生
有輕生的念頭
我想割腕
一直割手腕
我會自殘
我想傷害自己
好想傷害我自己
我想跳樓
想從頂樓跳下去
跳樓算了
我想結束生命
想結束自己的人生
想了結自己
想自我了斷
我想上吊
燒炭會痛嗎
吞安眠藥會死嗎
死了算了
我去死掉算了
不如死了算了
乾脆死掉
我想離開這個世界
想永遠睡著不要醒
希望一睡不醒
活著好累
活著沒有意義
人生沒有意義
我想登出人生
沒有我大家會更好
我死了也沒人在乎
我真的撐不下去了
想 死
想.自.殺
我想自杀
不想活了谁能救我
I want to die
i wanna die
i want to kill myself
im gonna kill myself tonight
thinking about killing myself
kms
i want to end my life
i just want to end it all
i don't want to live anymore
i dont wanna be here anymore
don't want to be alive
i wish i was dead
i wish i was never born
i wish i could disappear
better off dead
everyone would be better off without me
nobody would miss me
no one would care if i died
no reason to live
there is no point in living
life is not worth living
tired of living
i feel suicidal
suicide hotline please
how to commit suicide
i want to hurt myself
i keep cutting myself
i self-harm
slit my wrists
i want to hang myself
i want to overdose
jump off a bridge
i can't go on
i want to sleep forever
unalive myself
fuck, I want to end it all
should i end it all
`);

const findMisheard = (texts: readonly string[], expected: readonly string[]) =>
  texts.map((text) => [text, cryForHelp(text)] as const).filter(([, cry]) => !expected.includes(cry));

describe('a cry for help', () => {
  it('is not heard in words that mean something else', () => {
    expect(harmless.length).toBeGreaterThanOrEqual(60);
    expect(findMisheard(harmless, ['none'])).toEqual([]);
  });

  it('is recognised in the words of a person in danger', () => {
    expect(real.length).toBeGreaterThanOrEqual(60);
    expect(findMisheard(real, ['certain'])).toEqual([]);
  });

  it('may hide in a figure of speech', () => {
    expect(findMisheard(figurative, ['possible'])).toEqual([]);
  });
});
