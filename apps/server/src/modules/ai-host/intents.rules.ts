import type { Facts, Idol, Room } from './facts.ts';
import { fromHan, ordinals, upToTwenty } from './known-numbers.rules.ts';
import { bigramsOf } from './question.rules.ts';

type Song = Facts['songs']['songs'][number];

/** What a question is about, as far as the host understands it. */
export type Asked = {
  readonly topic: Topic;
  readonly idols: readonly Idol[];
  readonly team: string | undefined;
  readonly song: Song | undefined;
  readonly room: Room | undefined;
  /** Numbers and places in the question. */
  readonly numbers: readonly number[];
  /** A month, as `03`, or a day, as `03-14`. */
  readonly date: string | undefined;
};

/** Signs that stand for names and numbers, so that one example covers every idol. */
const signs = { idol: '☆', team: '◆', song: '♪', room: '▣', number: '№' } as const;

/**
 * Examples of what fans ask, by topic, in both languages. `beyond` is what no fact tells: without it, such a question would
 * look like the nearest known one.
 */
const examples = {
  leader: ['who is leading', 'who is winning', 'who is in first place now', 'who is number one', 'current leader of the election', 'who has the most votes', '誰領先', '目前第一名是誰', '現在誰第一', '誰的票最多', '誰排在最前面', 'who is ahead', 'which idol has the most votes', '誰票數最高', '目前誰票數最高', '誰目前票數最高', '票數最高的是誰', '哪位偶像領先', 'who is on top', 'who is the number one', 'name of the leader', '榜首是誰', '榜首是哪位', '第一名是哪位', '誰現在領先', 'name of the current number №'],
  top: ['who are the top №', 'top № of the ranking', 'show me the ranking', 'show the top idols', 'current standings', 'list the leaders', '前№名是誰', '目前前№', '排行榜', '目前的排名', '名次怎麼樣', '前幾名有誰', 'give me the top №', 'top № please', '前№名有哪些人', '前№名有哪些', '前№有誰', '列出前№名'],
  atPlace: ['who is in № place', 'who is №', 'which idol is number № in the ranking', 'who holds place №', '第№名是誰', '排名第№的是哪一位', '誰是第№名', '第№是誰', 'who is in place № now', 'who is on rank №', '第№名是哪一位', '第№名現在是誰', '排第№的是誰'],
  last: ['who is last', 'who is in last place', 'who has the fewest votes', '最後一名是誰', '誰墊底', '誰的票最少', 'who is at the bottom', 'bottom of the ranking', 'the lowest idol', '墊底的是誰', '最後面是誰', '誰排最後', '倒數第一是誰', '倒數第№名是誰', '倒數第№', '誰排在最後第№', '誰是倒數第№名', 'who is № from the bottom', 'who is № to last', 'who is the № last', '№ to last place'],
  bottom: ['who are the last №', 'the bottom №', 'the last № idols', '最後№名有誰', '最後№名是哪些人', '倒數№名有誰', '墊底的№名'],
  placeOf: ['what rank is ☆', 'what place is ☆ in', 'where does ☆ stand', 'how is ☆ doing', 'is ☆ still in the top №', 'is ☆ №', 'is ☆ still №', 'ranking of ☆', 'what position does ☆ have', '☆第幾名', '☆現在排第幾', '☆的名次', '☆的排名', '☆還在前№嗎', '☆目前表現如何', '☆是第№名嗎', 'where is ☆', 'what place does ☆ have', 'which place is ☆ on', 'did ☆ make the top №', '☆幾名', '☆排名多少', '☆是前№嗎', '☆有在前№嗎', '☆還是第№嗎', '☆排第幾名', '☆的位置'],
  votesOf: ['how many votes does ☆ have', 'votes of ☆ so far', 'how many votes has ☆ got', 'vote count for ☆', '☆有幾票', '☆目前得票數', '☆拿到多少票', '☆的票數', '☆有多少票', '☆多少票', 'how many votes did ☆ get', 'what is the count of ☆', '☆幾票', '☆現在幾票', '☆有幾票了', '☆的票數多少', '☆累積幾票', 'vote count of ☆'],
  gapAbove: ['how many votes does ☆ need to overtake the next one', 'how many votes is ☆ behind the next place', 'how far is ☆ from the next place up', 'how many votes does ☆ need to move up', 'how many votes to pass the one above ☆', 'distance of ☆ to the idol above', '☆離上一名差多少', '☆離前一名差幾票', '☆還差幾票能超過前面那位', '☆要再幾票才能往上', '☆和前一名的差距'],
  gap: ['how far is ☆ behind ☆', 'gap between ☆ and ☆', 'gap between № and №', 'how far behind is ☆ from № place', 'how many votes does ☆ need to catch up', 'how many votes is ☆ behind', 'what is the gap at the top', 'difference between ☆ and ☆', 'how close is the race', 'how much is ☆ ahead', '☆落後☆多少票', '☆跟☆差多少', '☆和☆差幾票', '第№名和第№名差幾票', '☆離第№名差幾票', '☆還差多少票', '☆還差幾票才能追上第№', '差距多少', '☆領先多少', 'how many votes is ☆ away from the top №', 'how many votes does ☆ need for place №', 'distance of ☆ to the top №', 'who is ahead ☆ or ☆', 'how close is it between ☆ and ☆', 'who has more votes ☆ or ☆', 'how much ahead is the leader', 'how big is the lead', 'lead of the first place', 'difference between place № and place №', 'gap between place № and place №', '☆要進前№還差幾票', '☆離前№差多少', '☆跟☆誰比較高', '☆跟☆誰比較多票', '☆和☆誰領先', '領先第№名多少票', '領先幾票', '第№跟第№差多少', '第№名跟第№名的差距', '№和№差幾票', 'what is the lead of number №'],
  closes: ['when does voting end', 'when does the election close', 'until when can i vote', 'how long can i still vote', 'how much time is left to vote', 'deadline of the vote', 'last day to vote', '投票什麼時候結束', '總選幾點截止', '還可以投多久', '投票到什麼時候', '投票期限', '剩下多少時間可以投票', '投票到哪一天', 'how much longer can we vote', 'what time is voting over', 'how much time do we have', 'when is the last moment for votes', '投票哪天截止', '什麼時候停止投票', '距離截止還有多久', '還有多久結束', '投票剩多久', '截止時間是什麼時候', 'what time does it close on the last day'],
  opens: ['when did voting start', 'when does the election open', 'since when can we vote', '投票什麼時候開始', '總選哪天開始', '幾時開放投票', 'when did the election begin', 'first day of voting', '從哪天開始投票', '哪一天開始投的'],
  total: ['how many votes were cast in total', 'total votes so far', 'total number of votes', 'how many votes are there altogether', '總共有多少票', '全部的總票數', '目前總票數', '一共投了幾票', 'how many votes did all fans cast', '所有人一共投幾票', '大家投了幾票'],
  leadingTeam: ['which team is leading', 'which team has the most votes', 'best team right now', 'ranking of the teams', '哪一隊領先', '哪隊票最多', '隊伍排名', '哪個隊伍第一', 'which team is in front', 'which team is first', '哪隊最多票', '哪一隊現在第一'],
  teams: ['what teams are there', 'list all teams', 'how many teams take part', '有哪些隊伍', '有幾隊', '隊伍有哪些', 'name the teams', '幾支隊伍'],
  votesOfTeam: ['how many votes does ◆ have', 'votes of ◆', 'how is ◆ doing', '◆有幾票', '◆目前的票數', '◆得票多少', '◆的票數', '◆有多少票'],
  members: ['who is in ◆', 'members of ◆', 'which idols belong to ◆', 'tell me about ◆', '◆有誰', '◆的成員', '◆有哪些偶像', '介紹◆', '◆成員有誰', '◆裡面有誰', 'how many idols are in ◆', 'how many members does ◆ have', 'who are the members of ◆', 'all idols of ◆', '◆有幾個人', '◆有哪些成員', '◆有多少人', '◆的人有誰'],
  teamOf: ['which team is ☆ in', 'what team does ☆ belong to', 'team of ☆', '☆是哪一隊', '☆屬於哪隊', '☆在哪一隊', 'in which team is ☆', '☆在哪隊', '☆是哪隊的'],
  prizes: ['what does the winner get', 'what are the prizes', 'what do you win for № place', 'rewards of the election', 'what is the prize for № place', '第一名可以得到什麼', '有什麼獎品', '第№名的獎勵', '冠軍有什麼獎', '獎勵是什麼', '得獎有什麼好處', 'what does № place win', 'what does the number one get', 'reward for № place', 'what can the idols win', '冠軍的獎勵是什麼', '第№名可以拿到什麼', '拿到第№名有什麼', '第№名有什麼獎'],
  freeVotes: ['how many free votes do i get every day', 'is voting free', 'do i have to pay to vote', 'free votes per day', 'does it cost anything to vote', '每天有幾張免費票', '免費票數', '投票要錢嗎', '投票免費嗎', '每天可以免費投幾票', 'do i need money to vote', 'is it free', 'how many votes are free', 'number of free votes', 'do i have to pay for votes', '投票需要花錢嗎', '一天有幾票免費', '免費的票有幾張'],
  dailyCap: ['how many votes can i cast per day', 'what is the daily limit', 'maximum votes a day', 'is there a limit for votes each day', '一天最多可以投幾票', '每日上限多少', '每天投票有上限嗎', 'max votes per day', 'most votes per day', '每日最多投幾票', '一天能投多少票', 'limit of votes for one day', 'how many votes can one fan cast in a day', 'can i vote more than once a day', '一天上限幾票', '每天能投多少', '一天可以投很多次嗎'],
  ticketWorth: ['how many votes is a ticket worth', 'what do i get for № ticket', 'how many votes does one ticket give', 'ticket to votes rate', '一張投票券等於幾票', '投票券可以換多少票', '一張券換幾票', '№張投票券換幾票', 'how many votes do i get for a ticket', 'what is a ticket in votes', '一張投票券是幾票', '一張券能投幾票', '№張券有幾票'],
  tickets: ['how do i get tickets', 'where can i buy vote tickets', 'how much is a ticket', 'what do № tickets cost', 'price of № tickets', 'how many points is a ticket', 'what is in the mall', '投票券要怎麼拿', '哪裡可以買投票券', '投票券多少點數', '№張投票券要幾點', '№張的投票券多少錢', '商城賣什麼', '怎麼換投票券', '№張票券要多少點', '№張券多少點數', '一張券多少錢', 'what is the price of a ticket', '№ tickets cost how much', 'where do tickets come from', '投票券哪裡來', '№張券幾點', '№張投票券多少點', '買№張投票券', '換№張券要幾點'],
  points: ['how do i earn points', 'how can i get points', 'where do points come from', 'what are points for', 'fast way to collect points', '怎麼賺點數', '點數要怎麼拿', '如何累積點數', '點數可以做什麼', '點數怎麼來', '要怎麼得到點數', '怎麼拿點數', '點數怎麼賺', 'ways to get points', 'how do i make more points', 'how to collect points', '要怎樣才能拿點數', '怎麼多賺點數', '點數哪裡來'],
  bestTask: ['which task pays the most', 'task with the highest reward', 'most valuable task', '哪個任務點數最多', '獎勵最高的任務', '哪個任務最好賺', 'which task gives the most points', 'best paid task', '哪個任務給最多點'],
  tasks: ['what tasks can i do today', 'which tasks are there', 'list of daily tasks', 'how many tasks are there', '今天可以做什麼任務', '有哪些任務', '每日任務有什麼', '有幾個任務'],
  howToVote: ['how do i vote', 'how does voting work', 'how can i vote for an idol', 'explain the voting', '要怎麼投票', '投票方式', '怎麼投票給偶像', '如何投票'],
  ties: ['what happens if two idols tie', 'who ranks higher with the same number of votes', 'rule for equal votes', 'what about a draw', '同票怎麼辦', '票數一樣誰在前面', '平手的話', '兩個人票數相同', 'equal votes who is ahead', 'same number of votes who wins', '平票誰贏', '平票怎麼算', '票一樣多怎麼辦'],
  freeze: ['when is the ranking hidden', 'why is the count frozen before the end', 'why can i not see the votes', 'when does the display freeze', '什麼時候看不到票數', '為什麼凍結排名', '什麼時候會隱藏票數', '結束前會凍結嗎', 'is the ranking hidden in the last hour', 'do the votes stay visible until the end', '最後會隱藏票數嗎', '最後看得到排名嗎'],
  endingLimits: ['are there limits in the last minutes', 'how many votes are allowed in the last hour', 'limit before the end', 'can i cast all my votes at the end', '最後幾分鐘有限制嗎', '最後一小時可以投幾票', '結束前的限制', '截止前最多投幾票', 'limits in the last № minutes', 'how many votes in the last № minutes', '結束前№小時上限多少', '最後№分鐘可以投幾票'],
  rules: ['where can i read the rules', 'can the rules change during the election', 'what are the rules', 'show me the rules', '哪裡可以看規則', '規則會改嗎', '規則是什麼', '活動規則', '規則中途會變嗎'],
  rounds: ['how many rounds are there', 'when is the next round', 'how many idols go on', '有幾輪', '下一輪什麼時候', '幾個人可以晉級'],
  birthday: ['when is the birthday of ☆', 'when is ☆ birthday', 'when was ☆ born', '☆的生日', '☆生日是哪天', '☆什麼時候出生', '☆ birthday', 'which day is ☆ birthday', '☆生日什麼時候', '☆生日幾號', '☆幾月幾號生'],
  birthdayToday: ['whose birthday is today', 'does anyone have a birthday today', 'next birthday', '今天誰生日', '今天是誰生日', '有誰今天過生日', '最近誰生日'],
  hobby: ['what is the hobby of ☆', 'what is ☆ hobby', 'what does ☆ like to do', 'what does ☆ do in her free time', '☆的興趣', '☆的嗜好', '☆喜歡做什麼', '☆平常做什麼', 'what does ☆ like', 'hobbies of ☆', '☆喜歡什麼', '☆有什麼興趣'],
  about: ['tell me about ☆', 'who is ☆', 'introduce ☆', 'what should i know about ☆', '介紹☆', '☆是誰', '跟我說說☆', '☆是怎樣的人', 'describe ☆', '☆是什麼樣的人'],
  topSongs: ['which song is leading the final', 'what are the top songs', 'most popular song', 'ranking of the songs', 'which song has the most votes', '哪首歌第一', '最高票的歌', '歌曲排名', '哪首歌領先', '目前歌曲票數', 'which song is number №', 'best song', 'which song is first', 'song ranking', 'favourite song of the fans', '現在哪首歌票最多', '歌曲第№名是哪首', '第№名的歌', '歌曲票選第№名'],
  votesOfSong: ['how many votes does ♪ have', 'what place is ♪ in', 'rank of ♪', 'how is ♪ doing', '♪有幾票', '♪第幾名', '♪現在排第幾', '♪票數', 'what rank does ♪ have', '♪目前第幾名', '♪排名多少'],
  aboutSong: ['who sings ♪', 'from which year is ♪', 'tell me about ♪', 'how long is ♪', '♪是誰唱的', '♪是哪一年的歌', '介紹♪', '♪的演唱者', 'who is performing ♪', '♪是誰的歌', '誰唱♪', 'who is the singer of ♪', 'which artist sings ♪'],
  songsEnd: ['when does the song final end', 'when does song voting close', 'until when can i vote for songs', '歌曲決選什麼時候結束', '歌曲投票截止', '決選到什麼時候', 'when does the vote for songs end', '歌曲票選到什麼時候', '歌曲投到幾號'],
  songPlaces: ['how many songs make it into the concert', 'how many songs are in the final', 'how many songs win', '有幾首歌可以唱進演唱會', '幾首歌晉級', '決選有幾首歌', 'how many songs will be sung at the concert', 'how many songs go on', '演唱會會唱幾首歌', '幾首歌進決選'],
  concert: ['when is the concert', 'where is the concert', 'when and where is the show', '演唱會在哪裡', '演唱會什麼時候', '演唱會地點', '演唱會日期', '演唱會辦在哪', '哪裡辦演唱會', '演唱會何時', 'when is the show', 'where will the concert be held', 'date of the concert', '演唱會日期是什麼時候', '演唱會在什麼地方', '演唱會是哪天', '演唱會是幾號', 'where does the concert take place'],
  voteSong: ['how do i vote for a song', 'how does the song vote work', 'how can i nominate a song', '怎麼投票給歌', '歌曲要怎麼投', '如何提名歌曲'],
  staking: ['what is staking', 'how does staking work', 'explain staking points', '質押是什麼', '質押怎麼運作', '怎麼質押'],
  stakeWeeks: ['how long are staked points locked', 'how many weeks does a stake last', 'when do i get my staked points back', '質押要鎖多久', '質押幾週', '質押的點數什麼時候歸還', 'how long is my stake locked', '質押要放多久', '質押多久才拿得回來'],
  stakePool: ['how big is the staking pool this week', 'how many points are in the pool', 'what is the weekly pool', '這週的獎池有多少點數', '質押獎池多大', '本週獎池', 'how many points are in the weekly pool', 'size of the pool', '獎池有多少', '這週獎池多少'],
  stakeLeast: ['what is the minimum stake', 'how little can i stake', 'smallest stake', 'least points to stake', '最少要質押多少', '質押最低', '最低質押點數', 'what is the minimum i can stake', '質押至少要幾點', '質押最少幾點', 'is there a minimum for staking'],
  stakeMost: ['how much can i stake at most', 'maximum stake', 'limit of staking', '最多可以質押多少', '一次最多質押幾點', '質押上限'],
  rooms: ['what live rooms are coming up', 'when is the next live', 'is anything live now', 'what is on live', '接下來有什麼直播', '下一場直播什麼時候', '現在有直播嗎', '有哪些直播', 'when does the next live begin', 'which live rooms are there', '下場直播幾點', '有什麼直播可以看', '今天有直播嗎', 'next live stream'],
  room: ['when does ▣ start', 'how much is the ticket for ▣', 'what is ▣', 'when is ▣ on', '▣幾點開始', '▣的票多少錢', '▣什麼時候', '▣要多少點數', 'how much does ▣ cost', 'when does ▣ begin', '▣多少點數', '▣票價多少', '▣是什麼時候'],
  lastSecond: ['does a vote count that arrives in the last second', 'is my vote valid if it arrives before the end', 'what if my vote comes too late', 'which clock decides', 'when does a vote count as in time', '截止前一秒送出的票算不算', '最後一秒的票有效嗎', '票送到太晚怎麼辦', '以誰的時間為準', '什麼時候收到才算數'],
  takeBack: ['can i take my vote back', 'can i get my votes back', 'can i change my vote', 'i voted for the wrong idol', 'undo a vote', 'can i move my votes to another idol', '投出去的票可以收回嗎', '投錯了能不能換人', '投錯人怎麼辦', '可以改投別人嗎', '可以取消投票嗎'],
  receipt: ['where is my receipt', 'is there a proof of my vote', 'how do i know that my vote counted', 'can i check my vote', 'was my vote counted', '在哪裡看收據', '投票收據在哪', '怎麼知道有沒有投成功', '怎麼確認我的票', '我的票有算進去嗎', 'where do i see my receipt'],
  odd: ['what do you do with strange votes', 'what happens to unusual votes', 'what about fake votes', 'do bots get caught', 'are cheated votes removed', '可疑的票怎麼處理', '異常的票會怎樣', '灌票怎麼辦', '作弊的票會被刪嗎'],
  resets: ['when do the free votes come back', 'when is the daily limit reset', 'at what time does a new day begin', 'when can i vote again after the limit', 'when do i get new free votes', '免費票什麼時候恢復', '每日上限什麼時候重置', '免費票幾點更新', '幾點換日', '什麼時候可以再投'],
  gifts: ['can i give a ticket to another fan', 'how do i send tickets to a friend', 'can i gift tickets', 'may i share my tickets', '可以送投票券給別人嗎', '投票券可以送人嗎', '怎麼送票券', '可以轉送投票券嗎'],
  stakeExit: ['can i end a stake early', 'can i get my staked points before the end', 'is there an early exit from staking', 'cancel my stake', '質押可以提早結束嗎', '質押可以提前拿回嗎', '可以取消質押嗎', '質押中途可以退出嗎'],
  nominations: ['is the nomination of songs over', 'until when can i nominate songs', 'are nominations open', 'when did the nominations end', '還可以提名歌曲嗎', '歌曲提名到什麼時候', '提名截止了嗎', '提名結束了嗎'],
  packets: ['when is the next red packet', 'when does the red packet open', 'when can i grab a packet', 'what time is the red packet', 'are there red packets today', '下一個紅包幾點', '紅包什麼時候開搶', '紅包幾點', '今天有紅包嗎', '什麼時候可以搶紅包'],
  raffle: ['when is the raffle drawn', 'when will the winners of the raffle be drawn', 'how much is a raffle entry', 'what can i win in the raffle', 'what is the first prize of the raffle', '抽獎什麼時候開獎', '抽獎幾點抽', '參加抽獎要幾點', '抽獎可以抽到什麼', '抽獎的頭獎是什麼'],
  box: ['how much is the blind box', 'price of a box', 'what does a blind box cost', '盲盒多少點數', '盲盒一個多少', '開盲盒要幾點'],
  boxOdds: ['what are the odds of the blind box', 'chance of a rare prize in the box', 'how likely is a rare prize', 'how many rare prizes are left', '盲盒的機率', '盲盒稀有獎的機率多少', '盲盒中獎率', '盲盒還剩幾個稀有獎'],
  boxPity: ['is a rare prize guaranteed in the box', 'after how many boxes is a rare prize certain', '盲盒保底', '盲盒有保底嗎', '開幾個盲盒一定有稀有獎'],
  birthdayIn: ['who has a birthday in this month', 'whose birthday is in month', 'birthdays of the month', '這個月生日的有誰', '誰的生日在月', '月生日的是誰'],
  featured: ['how is the featured fan chosen', 'how do i become the featured fan', 'who is the featured fan', '焦點粉絲怎麼選', '怎麼當焦點粉絲', '焦點粉絲是怎麼選的'],
  picking: ['how do you choose the questions', 'why was my question not picked', 'how are questions picked', '你怎麼挑問題', '怎麼選問題', '為什麼沒選到我的問題'],
  deleteAccount: ['how do i delete my account', 'where can i close my account', '怎麼刪除帳號', '帳號要去哪裡刪', '我要刪帳號'],
  self: ['are you a real person', 'are you an ai', 'are you human', 'who are you', 'what are you', 'are you a robot', '你是真人嗎', '你是ai嗎', '你是誰', '你是機器人嗎', 'are you a bot', 'is this a person or a program', '你是人嗎', '你是機器人還是人', '你是程式嗎'],
  greeting: ['hello', 'hi', 'hi there', 'good morning', 'good evening', 'hey', 'thank you', '你好', '哈囉', '嗨', '早安', '晚安', '大家好', '謝謝'],
  help: ['what can you answer', 'what can i ask you', 'what do you know', 'help', '你會回答什麼', '可以問你什麼', '你知道什麼', '你能做什麼', 'what are you able to answer', '可以問你哪些事', '你能回答什麼'],
  advice: ['who should i vote for', 'who do you vote for', 'who is your favourite', 'who will win', 'who is the best idol', 'should i vote for ☆', 'is ☆ better than ☆', 'will ☆ win', '我應該投給誰', '該投誰', '你支持誰', '你最喜歡誰', '誰會贏', '☆會贏嗎', '推薦投誰', '可以投☆嗎', '☆比☆好嗎', 'whom should i support', 'which idol should i choose', '要支持誰', '要支持誰比較好', '投誰比較好'],
  beyond: ['is ☆ dating anyone', 'does ☆ have a boyfriend', 'is ☆ single', 'how tall is ☆', 'how old is ☆', 'what is the age of ☆', 'where does ☆ live', 'where is ☆ from', 'what is the phone number of ☆', 'what does ☆ eat', 'why is ☆ sad', 'why did ☆ leave', 'who is the captain of ◆', 'who founded ◆', 'what is the weather', 'will it rain tomorrow', 'tell me a joke', 'what is the capital of a country', 'who is the president', 'who will win the world cup', 'write a poem', 'can i get my money back', 'refund', 'my account is locked', 'i forgot my password', 'what time is it', 'translate this', 'calculate a sum', 'recommend a movie', 'what did you eat', '☆有男朋友嗎', '☆單身嗎', '☆身高多少', '☆幾歲', '☆住在哪裡', '☆是哪裡人', '☆的電話', '☆為什麼難過', '☆喜歡吃什麼', '◆隊長是誰', '明天天氣如何', '會下雨嗎', '講個笑話', '某國的首都是哪裡', '總統是誰', '世界盃誰會贏', '可以退款嗎', '可以退費嗎', '帳號被鎖', '忘記密碼', '現在幾點', '幫我翻譯', '推薦電影', 'how much does ☆ weigh', 'how heavy is ☆', 'is ☆ married', '☆多重', '☆體重', '☆結婚了嗎', 'does ☆ have a partner', 'which school did ☆ go to', 'what is the favourite colour of ☆', 'what is the favourite food of ☆', 'what is my balance', 'how many votes do i have', 'how many points do i have', 'how many tickets do i have left', 'what is my rank', 'did my friend vote', 'who voted for ☆', 'what is the password', 'sing a song', 'why is ☆ popular', 'when will the album come out', 'when is the next album', 'when is the signing event', 'who sponsors this', 'how do i get backstage', 'can i meet the idols', 'is there a fan club', 'how many fans are online', 'when is the next election', 'who won the last election', 'how do i log in', 'why is the app slow', 'how much is a plane ticket', 'how much is a ticket for the concert', 'will there be another concert', 'cast my votes for me', 'who made this app', '☆有對象嗎', '☆最喜歡的顏色', '☆讀哪間學校', '☆住哪', '我有幾票', '我有幾點', '我還有幾點', '我有多少點數', '我的名次', '我朋友投給誰', '誰投了☆', '唱首歌', '新專輯什麼時候出', '簽名會什麼時候', '怎麼去後台', '可以見到偶像嗎', '有粉絲俱樂部嗎', '現在幾個人在線上', '高鐵票多少錢', '演唱會門票多少錢', '隊長要做什麼', '簽名板怎麼買', '多久會到', '下一場總選什麼時候', '上次誰贏', '幫我投票', '怎麼登入', '為什麼那麼慢'],
} as const satisfies Record<string, readonly string[]>; // prettier-ignore

export type Topic = keyof typeof examples;

/** A question must be at least so much like an example, and so much more like it than like any other topic. */
const threshold = 0.4;
const margin = 0.02;
/** The part of a question's meaning that no example of the topic has; beyond it the question is about something else. */
const mostForeign = 0.4;

/** Words that only make a question polite or say that it is about now. */
const fillers =
  /請問一?下?|請告訴我|想問|想知道|麻煩|現在|目前|到底|\b(please|so|hey|could you tell me|can you tell me|do you know|right now|rn|now|currently|at the moment|today|tonight)\b/g;

/** Words that carry no topic. */
const functionWords = new Set(
  'whats whos wheres whens a an the is are was were be do does did i you we he she it they me my your her his their our of for to in on at by with and or if that this there what which who whom whose when where how why can could may will would should has have had get got much many so far any some all'.split(
    ' ',
  ),
);
const functionCharacters = new Set('的了嗎呢啊是在有我你妳她他誰什麼哪幾多少個會要可以能吧還這那位');

type Example = { readonly topic: Topic; readonly signs: string };

const allExamples = Object.entries(examples).flatMap(([topic, texts]) =>
  texts.map((text) => ({ topic: topic as Topic, signs: signsIn(text), ...featuresOf(text.replaceAll(fillers, ' ')) })),
);
/** Features in every other example say little about the topic. */
const rarity = (() => {
  const seen = new Map<string, number>();
  for (const { counts } of allExamples)
    for (const feature of counts.keys()) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  return (feature: string) => Math.log((allExamples.length + 1) / ((seen.get(feature) ?? 0) + 0.5));
})();
/** Each feature's examples, with its weight there. */
const examplesWith = new Map<string, { readonly example: Example; readonly weight: number }[]>();
for (const { topic, signs: named, counts } of allExamples) {
  const example: Example = { topic, signs: named };
  for (const [feature, weight] of weightsOf(counts)) {
    examplesWith.set(feature, [...(examplesWith.get(feature) ?? []), { example, weight }]);
  }
}
const wordsOfTopics = Map.groupBy(allExamples, ({ topic }) => topic);
const vocabulary = new Map(
  [...wordsOfTopics].map(([topic, ofTopic]) => [topic, new Set(ofTopic.flatMap(({ words }) => words))]),
);

/** What the question is about; undefined when it is like no example, or like two topics. */
export function understood(text: string, facts: Facts): Asked | undefined {
  const { masked, ...named } = mask(text, facts);
  const given = signsIn(masked);
  const { counts, words } = featuresOf(masked);
  const scores = new Map<Example, number>();
  for (const [feature, weight] of weightsOf(counts)) {
    for (const { example, weight: other } of examplesWith.get(feature) ?? []) {
      // An example with a name fits only a question with one, and the reverse.
      if (example.signs === given) scores.set(example, (scores.get(example) ?? 0) + weight * other);
    }
  }
  const best = new Map<Topic, number>();
  for (const [{ topic }, score] of scores) best.set(topic, Math.max(score, best.get(topic) ?? 0));
  const [first, second] = [...best].toSorted(([, one], [, other]) => other - one);
  if (!first || first[1] < threshold || first[1] - (second?.[1] ?? 0) < margin) return undefined;
  return foreignPartOf(words, first[0]) > mostForeign ? undefined : { topic: first[0], ...named };
}

/** Which part of the words, by their weight, is in no example of the topic. */
function foreignPartOf(words: readonly string[], topic: Topic): number {
  const ofTopic = vocabulary.get(topic);
  let foreign = 0;
  let all = 0;
  for (const word of words) {
    const weight = rarity(word);
    all += weight;
    if (!ofTopic?.has(word)) foreign += weight;
  }
  return all === 0 ? 0 : foreign / all;
}

/** Which kinds of names a text has; numbers may be missing, as in "the top idols". */
function signsIn(text: string): string {
  return [signs.idol, signs.team, signs.song, signs.room].filter((sign) => text.includes(sign)).join('');
}

/**
 * What a text is compared by: pairs of characters, and whole words, which in Chinese are single characters. `words` are those
 * with a meaning of their own.
 */
function featuresOf(text: string): { readonly counts: ReadonlyMap<string, number>; readonly words: readonly string[] } {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}☆◆♪▣№]+/gu, ' ')
    .trim();
  // Words of English are bounded; Chinese has no spaces.
  const counts = bigramsOf(` ${plain} `.replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, ''));
  const english = (plain.match(/[a-z]+/g) ?? []).filter((word) => !functionWords.has(word)).map(stemOf);
  const chinese = (plain.match(/\p{Script=Han}/gu) ?? []).filter((character) => !functionCharacters.has(character));
  const words = [...english, ...chinese].map((word) => `=${word}`);
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, words };
}

function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(ing|ed|es|s|n)$/, '') : word.replace(/s$/, '');
}

/** Weights of a vector of length 1, so that the product of two is their likeness. */
function weightsOf(counts: ReadonlyMap<string, number>): [feature: string, weight: number][] {
  const weights = [...counts].map(([feature, count]) => [feature, Math.sqrt(count) * rarity(feature)] as const);
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return weights.map(([feature, weight]) => [feature, weight / length]);
}

type Named = Omit<Asked, 'topic'> & { readonly masked: string };

/** Replaces names and numbers by their signs, the longest first. */
function mask(text: string, { election, songs, rooms }: Facts): Named {
  let masked = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’']s\b/g, ' ')
    .replaceAll(fillers, ' ');
  const find = <Thing>(
    things: readonly Thing[],
    namesOf: (thing: Thing) => readonly string[],
    sign: string,
  ): Thing[] => {
    const names = things.flatMap((thing) => namesOf(thing).map((name) => ({ thing, name: name.toLowerCase() })));
    const found = new Map<Thing, number>();
    for (const { thing, name } of names.toSorted((one, other) => other.name.length - one.name.length)) {
      const place = masked.search(patternOf(name));
      if (place < 0 || found.has(thing)) continue;
      found.set(thing, place);
      masked = `${masked.slice(0, place)}${sign}${masked.slice(place + name.length)}`;
    }
    return [...found].toSorted(([, one], [, other]) => one - other).map(([thing]) => thing);
  };
  const [room] = find(rooms, ({ title }) => [title], signs.room);
  const [song] = find(songs.songs, ({ title }) => [title], signs.song);
  const [team] = find(
    election?.teams ?? [],
    ({ names }) => names.flatMap((name) => [name, name.replace(/^team /i, '')]),
    signs.team,
  );
  const idols = find(election?.idols ?? [], ({ names }) => names.flatMap(callNames), signs.idol);
  let date: string | undefined;
  masked = masked.replace(dates, (_: string, english?: string, dayInEnglish?: string, month?: string, day?: string) => {
    const two = (number: number) => String(number).padStart(2, '0');
    const inYear = english ? monthNames.indexOf(english.slice(0, 3)) + 1 : numberOf(month ?? '');
    const ofMonth = dayInEnglish ?? day;
    date = ofMonth ? `${two(inYear)}-${two(Number(ofMonth))}` : two(inYear);
    return english ? 'month' : '月';
  });
  const numbers: number[] = [];
  masked = masked.replaceAll(numerals, (all: string) => {
    numbers.push(numberOf(all));
    return signs.number;
  });
  return { masked, idols, team: team?.name, song, room, numbers, date };
}

/** The name, and what fans call her: the first name in English, the given name in Chinese. */
export function callNames(name: string): string[] {
  const [first = name, ...rest] = name.split(' ');
  if (rest.length > 0) return [name, first];
  return Array.from(name).length === 3 ? [name, name.slice(1)] : [name];
}

const patterns = new Map<string, RegExp>();

/** Every place of a name in a text of small letters. English ones are whole words. */
export function patternOf(name: string): RegExp {
  const small = escaped(name.toLowerCase());
  const pattern =
    patterns.get(small) ?? new RegExp(/\p{Script=Han}/u.test(small) ? small : `(?<![a-z])${small}(?![a-z])`, 'gu');
  patterns.set(small, pattern);
  return pattern;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dates =
  /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b(?: (\d{1,2}))?|(\d{1,2}|[一二三四五六七八九]|十[一二]?) ?月(?: ?(\d{1,2}) ?[日號]?)?/;
const han = '[一二三四五六七八九十百]+';
const numeralWords = [...ordinals, ...upToTwenty].filter((word) => word !== '' && word !== 'zero').join('|');
const numerals = new RegExp(
  String.raw`\b\d+(?:st|nd|rd|th)?\b|\d+|\b(?:twenty[- ])?(?:${numeralWords})\b|(?<=第|前|進)${han}(?!隊)|${han}(?=張|名)`,
  'g',
);

function numberOf(text: string): number {
  const digits = Number.parseInt(text, 10);
  if (Number.isInteger(digits)) return digits;
  if (/\p{Script=Han}/u.test(text)) return fromHan(text);
  const words = text.split(/[- ]/).map((word) => Math.max(ordinals.indexOf(word), upToTwenty.indexOf(word)));
  return words.reduce((sum, word) => sum + word, 0);
}
