import { type ReactNode, useState } from 'react';
import { ChatPanel } from '#/features/live-chat/room-chat.tsx';
import type { ChatMessage, MyChat, Outgoing } from '#/features/live-chat/chat-log.ts';
import type { WritingState } from '#/features/live-chat/composing.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

type View = 'fan' | 'visitor' | 'muted' | 'moderator';

/** The chat of a live room, as a fan, a visitor, a muted fan and a moderator see it. */
export function ChatSection(): ReactNode {
  const say = useSay();
  const [view, setView] = useState<View>('fan');
  return (
    <Section
      id="chat"
      title="Live chat"
      note="Compact rows that stay readable for hours. All of a row opens its options; a report is two taps. Links stay text."
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

const outbox: readonly Outgoing[] = [
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
    avatarUrl: `/art/v1/portraits/chat-${index}.svg`,
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
