import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';
import { MyVideos } from '#/features/tasks/videos/my-videos.tsx';
import { SendVideo } from '#/features/tasks/videos/send-video.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';

const crowd = [
  { x: 116, length: 26, colour: lights.mint },
  { x: 138, length: 34, colour: lights.gold },
  { x: 182, length: 34, colour: lights.violet },
  { x: 204, length: 26, colour: lights.pink },
] as const;

const holes = [34, 58, 82, 106, 130] as const;

/** Draws a phone that films a fan dancing before a sea of lights, with a strip of film behind it. */
function FilmArt(): ReactNode {
  return (
    <Drawing width={320} height={168}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.pink} />
            <linearGradient id={name('screen')} x2="1" y2="1">
              <stop stopColor="#6450e8" />
              <stop offset="1" stopColor="#c9256c" />
            </linearGradient>
          </defs>
          <circle cx="160" cy="84" r="96" fill={`url(#${name('glow')})`} />
          <g transform="rotate(-8 160 84)" opacity=".55">
            <rect x="28" y="46" width="264" height="76" rx="8" fill={night} />
            {holes
              .flatMap((x) => [x, x + 146])
              .map((x) => (
                <g key={x} fill="#fff" opacity=".55">
                  <rect x={x} y="52" width="12" height="8" rx="2.500" />
                  <rect x={x} y="108" width="12" height="8" rx="2.500" />
                </g>
              ))}
          </g>
          <rect x="96" y="6" width="128" height="156" rx="20" fill={night} />
          <rect x="103" y="13" width="114" height="142" rx="14" fill={`url(#${name('screen')})`} />
          {crowd.map(({ x, length, colour }) => (
            <g key={x}>
              <rect x={x - 2} y={155 - length} width="4" height={length} rx="2" fill={night} opacity=".6" />
              <circle cx={x} cy={155 - length} r="6" fill={colour} />
            </g>
          ))}
          <g fill="none" stroke="#fff" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round">
            <path d="M160 74v34M160 82l-20-16M160 82l22-22M160 106l-14 28M160 106l18 26" />
          </g>
          <circle cx="160" cy="56" r="13" fill="#fff" />
          <g>
            <rect x="112" y="22" width="44" height="18" rx="9" fill="#000" opacity=".4" />
            <circle cx="122" cy="31" r="4.500" fill="#ff5470" />
            <path d="M131 31h18" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
          </g>
          <Sparkle x={250} y={36} size={9} />
          <Sparkle x={70} y={38} size={7} opacity={0.8} />
          <Sparkle x={266} y={132} size={6} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

const steps: readonly ExplainedStep[] = [
  { title: 'fanVideo.step.send', text: 'fanVideo.step.sendText' },
  { title: 'fanVideo.step.review', text: 'fanVideo.step.reviewText' },
  { title: 'fanVideo.step.reward', text: 'fanVideo.step.rewardText' },
];

const ways: readonly Way[] = [
  { to: '/video-rules', icon: InfoIcon, title: 'fanVideo.rules', text: 'fanVideo.rulesText' },
];

/** Sends fan videos for a task, shows the state of own ones, and explains how it works. */
export function DazzleUploadScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      <StageTop title={t('fanVideo.title')} text={t('fanVideo.subtitle')} backTo="/task">
        <FilmArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-labelledby="video-send" className="card">
          <SectionHeading id="video-send">{t('fanVideo.sendYours')}</SectionHeading>
          {session ? <SendVideo /> : <SignInFirst />}
        </section>
        {session ? (
          <section aria-labelledby="video-mine" className="card">
            <SectionHeading id="video-mine">{t('fanVideo.mine')}</SectionHeading>
            <MyVideos />
          </section>
        ) : null}
        <section aria-labelledby="video-how" className="card">
          <SectionHeading id="video-how">{t('fanVideo.how')}</SectionHeading>
          <StepList steps={steps} />
          <div className="mt-4">
            <WayList ways={ways} />
          </div>
        </section>
      </div>
    </>
  );
}

function SignInFirst(): ReactNode {
  const t = useText();
  return (
    <>
      <p className="text-body text-pretty text-mute">{t('fanVideo.signInText')}</p>
      <Link to={signInPath('/dazzle-upload')} className={`${buttonStyle('primary', 'large')} mt-4 w-full`}>
        {t('fanVideo.signIn')}
      </Link>
    </>
  );
}
