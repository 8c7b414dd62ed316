import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { MyVideos } from '#/features/tasks/fan-video/my-videos.tsx';
import { SendVideo } from '#/features/tasks/fan-video/send-video.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { FilmArt } from '../art/film-art.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Step, StepList } from '../step-list.tsx';
import { type Way, WayList } from '../way-list.tsx';

const steps: readonly Step[] = [
  { title: 'fanVideo.step.send', text: 'fanVideo.step.sendText' },
  { title: 'fanVideo.step.review', text: 'fanVideo.step.reviewText' },
  { title: 'fanVideo.step.reward', text: 'fanVideo.step.rewardText' },
];

const ways: readonly Way[] = [
  { to: '/video-rules', icon: InfoIcon, title: 'fanVideo.rules', text: 'fanVideo.rulesText' },
];

/** Fan videos: sending one for a task, what became of one's own, and how it goes. */
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
