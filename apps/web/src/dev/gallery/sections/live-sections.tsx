import { type ReactNode, useState } from 'react';
import { ChatPanel } from '#/features/live-chat/room-chat.tsx';
import type { ChatMessage, MyChat, OutgoingMessage } from '#/features/live-chat/chat-log.ts';
import type { WritingState } from '#/features/live-chat/composing.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { PacketArt } from '#/features/luck/packet/packet-art.tsx';
import type { PacketMood } from '#/features/luck/packet/packet-motions.ts';
import { Button } from '#/ui/button.tsx';
import { LiveBadge } from '#/features/elections/election-heading.tsx';
import type { VotingPhase } from '#/features/elections/voting-phase.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

type View = 'fan' | 'visitor' | 'muted' | 'moderator';

/** Shows the chat of a live room, as a fan, a visitor, a muted fan and a moderator see it. */
export function ChatSection(): ReactNode {
  const say = useSay();
  const [view, setView] = useState<View>('fan');
  return (
    <Section
      id="chat"
      title="Live chat"
      note={
        'Compact rows that stay readable for hours. All of a row opens its options; a report is two taps. ' +
        'Links stay text.'
      }
    >
      <Specimen name="Who looks: a fan whose message waits, a visitor, a muted fan, a moderator" on="page" wide>
        <SegmentedControl
          label={say('Who looks', '誰在看')}
          segments={[
            { value: 'fan', label: say('Fan', '粉絲') },
            { value: 'visitor', label: say('Visitor', '訪客') },
            { value: 'muted', label: say('Muted', '禁言') },
            { value: 'moderator', label: say('Moderator', '管理員') },
          ]}
          value={view}
          onChange={setView}
        />
        <div className="mt-4">
          <Chat key={view} view={view} />
        </div>
      </Specimen>
    </Section>
  );
}

const outbox: readonly OutgoingMessage[] = [
  { clientId: 'a', text: 'See you at the encore!', state: 'held' },
  { clientId: 'b', text: '安可！安可！', state: 'unknown' },
];

const mute: MyChat['mute'] = { muteId: '1', until: null, reason: 'Insults', appeal: 'none' };

const writingOf: Readonly<Record<View, WritingState>> = {
  fan: 'open',
  visitor: 'signIn',
  muted: 'muted',
  moderator: 'open',
};

function Chat({ view }: { view: View }): ReactNode {
  const writing = writingOf[view];
  const isModerator = view === 'moderator';
  const say = useSay();
  const [draft, setDraft] = useState('');
  const lines: readonly (readonly [nickname: string, text: string, role?: ChatMessage['role']])[] = [
    ['Mina', say('Hello from Taipei!', '台北粉絲報到！')],
    ['Kai', say('First time watching a rehearsal', '第一次看彩排')],
    ['Stage', say('Sound check done. Ten minutes to go!', '試音完成，再十分鐘開始！'), 'host'],
    ['小光', '燈光好美，舞台比想像中大好多，期待今天的安可曲！'],
    ['Yuna', say('That drum fill!! 🥁🥁', '鼓好帥！！🥁🥁')],
    ['Aiko', say('Please keep it kind, everyone.', '大家友善聊天喔。'), 'moderator'],
    ['Leo', 'la'.repeat(40)],
  ];
  const messages = lines.map(([nickname, text, role = 'fan'], index) => ({
    messageId: String(index),
    authorKey: nickname,
    nickname,
    level: index === 1 ? 7 : null,
    badge: index % 3 === 1 ? { id: 'nightOwl' as const, imageUrl: '/art/v1/badges/night-owl-h9.svg' } : null,
    avatarUrl: `/art/v1/avatars/chat-${index}.svg`,
    text,
    sentAt: '2026-11-21T12:00:00.000Z',
    role,
  }));
  const mine: MyChat = {
    isModerator,
    mute: view === 'muted' ? mute : null,
    held: [],
    blocked: [],
    blockedAuthors: [],
    blockedFans: [{ blockId: '1', nickname: 'Loud' }],
  };
  return (
    <ChatPanel
      roomId="gallery"
      stream={{
        log: {
          messages,
          newestId: 6,
          chat: {
            state: isModerator ? 'held' : 'open',
            slowModeSeconds: isModerator ? 0 : 10,
            holdAll: isModerator,
            moderatorsOnly: false,
            pinned: messages[2] ?? null,
          },
        },
        connection: 'live',
        refusal: undefined,
        retry: () => undefined,
      }}
      mine={view === 'visitor' ? undefined : mine}
      isModerator={isModerator}
      sending={{
        draft,
        write: setDraft,
        send: () => setDraft(''),
        sendAgain: () => undefined,
        outbox: view === 'fan' ? outbox : [],
        refusal: undefined,
        readyAtMs: 0,
      }}
      writing={writing}
      maySelect={view !== 'visitor'}
    />
  );
}

const moods: readonly { name: string; mood: PacketMood }[] = [
  { name: 'Sealed: it breathes', mood: 'sealed' },
  { name: 'Open: it wants to be grabbed', mood: 'calling' },
  { name: 'Waiting for the server: the coin turns', mood: 'opening' },
  { name: 'All gone', mood: 'empty' },
];

/** Shows the red packet in each mood. */
export function PacketSection(): ReactNode {
  const say = useSay();
  const [isOpened, setOpened] = useState(false);
  return (
    <Section
      id="packet"
      title="Red packet"
      note={
        'Opens only with the server’s answer, and at once. Leans towards a mouse. ' +
        'Still for those who prefer less motion.'
      }
    >
      {moods.map(({ name, mood }) => (
        <Specimen key={name} name={name} on="stage">
          <PacketArt mood={mood} total={10_000} />
        </Specimen>
      ))}
      <Specimen name="Answered: the flap opens, the card comes out" on="stage">
        <PacketArt mood={isOpened ? 'full' : 'opening'} isFresh={isOpened} total={10_000}>
          <span className="num text-score font-extrabold">128</span>
          <span className="text-small font-bold">{say('Points', '點數')}</span>
        </PacketArt>
        <div className="mt-4 text-center">
          <Button variant="glass" onClick={() => setOpened(!isOpened)}>
            {isOpened ? say('Seal it again', '重新封好') : say('Answer', '回應')}
          </Button>
        </div>
      </Specimen>
    </Section>
  );
}

const minuteMs = 60_000;

const moments: readonly { name: string; leftMs: number; phase: VotingPhase }[] = [
  { name: 'Far: days, hours, minutes, seconds', leftMs: (2 * 24 * 60 + 14 * 60) * minuteMs, phase: 'open' },
  { name: 'Before it opens', leftMs: 26 * 60 * minuteMs, phase: 'scheduled' },
  { name: 'The last hour turns gold', leftMs: 42 * minuteMs, phase: 'open' },
  { name: 'Ended: the state switches by itself', leftMs: -minuteMs, phase: 'closing' },
];

/** Shows the server's clock, counting down. */
export function CountdownSection(): ReactNode {
  const [nowMs] = useState(serverNowMs);
  return (
    <Section
      id="countdown"
      title="Countdown"
      note={
        'Counts by the server’s clock, whatever the device’s says. ' +
        'Lives on a stage, beside the badge that tells the phase.'
      }
    >
      {moments.map(({ name, leftMs, phase }) => (
        <Specimen key={name} name={name} on="stage">
          <div className="mb-4">
            <LiveBadge phase={phase} isLive={phase === 'open'} />
          </div>
          <Countdown until={new Date(nowMs + leftMs).toISOString()} />
        </Specimen>
      ))}
    </Section>
  );
}
