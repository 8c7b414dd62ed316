/**
 * The questions by which the host was tuned, except those kept aside, each with what a right answer contains about
 * `known-event.ts`. A dash means "I don't know", which is the honest answer where no fact tells.
 */
export const trainingQuestions = `
so who is ahead at the moment | Lumi
which idol has the most votes so far | Lumi
top five please | Kiko
who is on place 7 | Hazel
where is Nabi in the ranking | 9
whats the vote count of Aster Kang | 11,450
difference between Hazel and Aster | 537
deadline for votes? | November 28
which day is the last day of voting | November 28
votes of team comet? | 57,616
who belongs to Team Tidal | Marin
team of Bean? | Grove
prize for third place | duet
do i need money to vote | 3
max votes per day? | 1,000
cost of 10 tickets | 450
what can i do to get points | task
when is the birthday of Teal | January 7
hobby of Cedar Ting? | trampolines
who is performing Small Light | Firefly
where does the concert take place | Harbour Hall 3
is there a minimum for staking | 10
next live stream? | Sofa
is Kiko married | -
how much does Lumi weigh | -
why is the sky blue | -
do you like pizza | -
when is Christmas | -
請問誰目前票數最高 | 湯露米
第七名是誰 | 顏小榛
駱娜比現在排名多少 | 9
康紫菀有多少票 | 11,450
小榛和紫菀差幾票 | 537
投票截止時間 | 11月28日
彗星隊的票數 | 57,616
潮聲隊成員有誰 | 瑪凜
小豆是哪隊 | 林響
第三名有什麼獎 | 雙人曲
每日最多投幾票 | 1,000
十張票券要多少點 | 450
要怎麼得到點數 | 任務
杜青鷗的生日 | 1月7日
丁雪松的興趣是 | 彈翻床
小小的光是誰的歌 | 螢火隊
演唱會辦在哪 | 港灣三館
下一場直播 | 沙發
琪可結婚了嗎 | -
露米多重 | -
天空為什麼是藍的 | -
聖誕節是哪一天 | -
who's on top today | Lumi
name of the current number one? | Lumi
who is leading at the moment | Lumi
show me the current ranking | Lumi
top four now | Fern
give me the top 10 | Hazel
who is ninth | Nabi
who's in 11th place | Maple
who is at the bottom of the ranking | Olive
where is Bibi right now | 10
what place does Cedar have | 18
is Kiko still in the top five? | 5
is Hazel first | 7
who is in twelfth place | Mori
who holds place twenty-one | Bean
who is third to last | Pearl
who is second to last | Tofi
who is second from the bottom | Tofi
who are the last three | 22 Pearl
which song is number 5 | Moon
which song is number 9 | -
how many votes did Ines get so far | 8,120
vote count Dodo? | 6,543
how many votes does Maple need to pass the one above her | 756
how far is Aster from the next place up | 537
gap between 5th and 6th | 458
difference between second and third place | 2,725
how many votes is Nabi away from the top 5 | 2,791
who is ahead, Kiko or Marin | 458
how close is it between Lumi and Sanna | 485
how much ahead is the leader | 485
what's the lead of number one | 485
which team is in front | Firefly
votes of Team Comet | 57,616
who are the members of Grove | Fern
how many idols are in Team Tidal | 6
when is the deadline | November 28
what time does it close on the last day | November 28
how much longer can we vote | November 28
when did the election begin | November 15
when's the show and where | December 12
where will the concert be held | Harbour
when does the vote for songs close | November 28
is the nomination of songs over | November 25
best song so far | Small Light
which song is number one | Small Light
what rank is Late Again | 2
who wrote Small Light | -
who is the singer of Rings | Grove
how many songs will be sung at the concert | 10
next red packet? | 12:30
when can i grab the evening packet | 20:30
when will the raffle be drawn | 21:00
how much is one raffle entry | 10
price of the blind box | 100
chance of a rare prize in the box | 5
what can i win in the raffle | 8,888
do i have to pay for votes | 3
how many votes are free each day | 3
limit of votes for one day | 1,000
at what hour do the free votes come back | midnight
when is the daily limit reset | midnight
can i get my votes back after voting | can’t
i voted for the wrong idol, can i change it | can’t
if my vote arrives one second before the end is it valid | received
where do i see my receipt | receipt
is there a proof of my vote | receipt
what do you do with strange votes | set aside
equal votes, who wins | first
is the ranking hidden in the final hour | 60
limits in the last 60 minutes | 200
what does first place win | center
reward for second place | duet
where do tickets come from | Points
what's the price of a ticket | 50
ten tickets cost how much | 450
how many votes do i get for a ticket | 10
ways to get more points | task
which task gives the most points | 200
can i give a ticket away to another fan | give
what's the minimum i can stake | 10
how long is my stake locked | 4
may i end a stake early | early
size of the pool this week | 20,000
when is Hazel's birthday | February 5
birthday of Fern? | April 22
who has birthday in july | Kiko
hobby of Teal | noodles
what does Maple like | handkerchiefs
who's Bibi? | Forgives
what team does Orrin belong to | Comet
what's on now in the live rooms | Rehearsal
when does the next live begin | November 27
how much does the Sofa concert cost | 50
how is the featured fan chosen | hands
how do you choose the questions | hands
where can i delete my account | delete
are you a bot | program
what are you able to answer | ranking
whom should i support | choice
does Sanna have a partner | -
what's Lumi's favourite colour | -
which school did Nabi go to | -
what is my balance | My assets
how many votes do i have | My assets
did my friend vote | -
what is the wifi password | -
can you sing a song | -
why is Lumi so popular | -
how old is Teal | -
when will the album come out | -
who sponsors this | -
how much is a plane ticket to taipei | -
how do i get backstage | -
can i meet the idols | -
is there a fan club | -
what does the captain do | -
how many fans are online | -
when is the next album signing | -
目前誰領先啊 | 湯露米
榜首是哪位 | 湯露米
第一名目前是誰呢 | 湯露米
第五名是誰 | 孟琪可
現在第十名是哪一位 | 方比比
最後面的是誰 | 石橄欖
第十一名是誰 | 鄒小楓
第二十名是誰 | 俞念月
前二十名是誰 | 方比比
第十二名和第十三名差幾票 | 525
Lumi離第十二名差幾票 | 9,775
倒數第三名是誰 | 詹珠兒
誰排在最後第二 | 許多霏
最後三名是誰 | 詹珠兒
歌曲第五名是哪首 | 超商的月亮
前五名有哪些人 | 孟琪可
方比比現在幾名 | 10
丁雪松排名多少 | 18
瑪凜還是前三嗎 | 6
潘旖汐現在有幾票了 | 8,120
朵拉的票數多少 | 6,543
駱娜比幾票 | 10,211
鄒小楓離上一名差多少 | 756
康紫菀還差幾票能超過前面那位 | 537
第五名和第六名差幾票 | 458
第二跟第三差多少 | 2,725
娜比要進前五還差幾票 | 2,791
琪可跟瑪凜誰比較高 | 458
領先第二名多少票 | 485
哪隊現在最多票 | 螢火
彗星隊有幾票啊 | 57,616
潮聲隊有哪些成員 | 瑪凜
螢火隊有幾個人 | 6
投票哪天截止 | 11月28
什麼時候停止投票 | 11月28
距離截止還有多久 | 11月28
從哪天開始投票的 | 11月15
演唱會日期是什麼時候 | 12月12
演唱會在什麼地方 | 港灣
歌曲票選到什麼時候截止 | 11月28
還可以提名歌曲嗎 | 11月25
現在哪首歌票最多 | 小小的光
歌曲第一名是哪一首 | 小小的光
又遲到了目前第幾名 | 2
年輪誰唱的 | 林響
演唱會會唱幾首歌 | 10
下一個紅包幾點 | 12:30
晚上的紅包什麼時候 | 20:30
抽獎哪時候抽 | 21:00
參加抽獎一次多少點 | 10
盲盒要多少點數 | 100
盲盒稀有獎的機率多少 | 5
抽獎可以抽到什麼 | 8,888
投票需要花錢嗎 | 3
一天有幾票免費 | 3
一天上限幾票 | 1,000
免費票什麼時候恢復 | 午夜
每日上限什麼時候重置 | 午夜
投出去的票可以收回嗎 | 不能
投錯了能不能換人 | 不能
截止前一秒送出的票算不算 | 收到
在哪裡看投票收據 | 收據
怎麼知道有沒有投成功 | 收據
可疑的票怎麼處理 | 審核
平票的話誰贏 | 先
最後會隱藏票數嗎 | 60
結束前一小時上限多少 | 200
冠軍的獎勵是什麼 | Center
第三名可以拿到什麼 | 雙人曲
投票券哪裡來 | 點
一張券幾點 | 50
十張投票券多少點 | 450
一張投票券是幾票 | 10
要怎樣才能多拿一點點數 | 任務
哪個任務給最多點 | 200
可以送投票券給別人嗎 | 送
質押至少要幾點 | 10
質押要放多久才拿得回來 | 4
質押可以提早結束嗎 | 提前
獎池這週有多少 | 20,000
小榛的生日 | 2月5
古芙恩生日什麼時候 | 4月22
七月生日的有誰 | 孟琪可
青鷗喜歡什麼 | 泡麵
方比比是什麼樣的人 | 原諒
歐凜在哪一隊 | 彗星
目前有哪些直播在播 | 排練
下場直播幾點 | 沙發
沙發演唱會多少點數 | 50
焦點粉絲是怎麼選的 | 舉手
你怎麼挑問題 | 舉手
帳號要去哪裡刪 | 刪除
你是機器人還是人 | 程式
可以問你哪些事 | 排名
要支持誰比較好 | 自己
珊娜有對象嗎 | -
露米最喜歡的顏色 | -
娜比讀哪間學校 | -
我有幾票 | -
我朋友投給誰 | -
唱首歌給我聽 | -
新專輯什麼時候出 | -
青鷗今年幾歲 | -
怎麼去後台 | -
可以見到偶像嗎 | -
有粉絲俱樂部嗎 | -
現在幾個人在線上 | -
高鐵票多少錢 | -
隊長要做什麼 | -
簽名板怎麼買 | -
台北到高雄多久 | -`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [question: string, must: string]);
